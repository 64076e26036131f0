//! Structs that are JSON objects, without serde's derive: the compiler for it is a sixth of the harness's first build, for some hundred
//! fields.

use serde::de::{DeserializeSeed, Deserializer, Error, Visitor};
use std::fmt;

/// Declares structs, and writes and reads them with serde as maps of their fields, in order. Unknown keys are ignored. A field is
/// always written and has to be there, unless something else stands behind its type:
///
/// - `= optional`: always written; its default where it is missing.
/// - `= sparse`: not written where it is the default, which is what a missing one means.
macro_rules! record {
    ($(
        $(#[$meta:meta])*
        pub struct $name:ident {
            $($(#[$doc:meta])* pub $field:ident: $type:ty $(= $mode:ident)?,)*
        }
    )*) => {$(
        $(#[$meta])*
        pub struct $name {
            $($(#[$doc])* pub $field: $type,)*
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let mut map = serializer.serialize_map(None)?;
                $($crate::wire::record::put!(map, self, $field $($mode)?);)*
                serde::ser::SerializeMap::end(map)
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                struct Fields;

                impl<'de> serde::de::Visitor<'de> for Fields {
                    type Value = $name;

                    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        f.write_str("an object")
                    }

                    fn visit_map<A: serde::de::MapAccess<'de>>(self, mut map: A) -> Result<$name, A::Error> {
                        $(let mut $field: Option<$type> = None;)*
                        while let Some(key) = map.next_key_seed($crate::wire::record::Known(&[$(stringify!($field)),*]))? {
                            match key {
                                $(Some(stringify!($field)) => $field = Some(map.next_value()?),)*
                                _ => {
                                    map.next_value::<serde::de::IgnoredAny>()?;
                                }
                            }
                        }
                        Ok($name {
                            $($field: $crate::wire::record::take!($field $($mode)?),)*
                        })
                    }
                }

                deserializer.deserialize_map(Fields)
            }
        }
    )*};
}

macro_rules! put {
    ($map:ident, $self:ident, $field:ident sparse) => {
        if !$crate::wire::record::is_default(&$self.$field) {
            $crate::wire::record::put!($map, $self, $field);
        }
    };
    ($map:ident, $self:ident, $field:ident $(optional)?) => {
        serde::ser::SerializeMap::serialize_entry(&mut $map, stringify!($field), &$self.$field)?
    };
}

macro_rules! take {
    ($field:ident) => {
        $field.ok_or_else(|| serde::de::Error::missing_field(stringify!($field)))?
    };
    ($field:ident $mode:ident) => {
        $field.unwrap_or_default()
    };
}

pub(crate) use {put, record, take};

pub fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// Reads a key as the one of these names that it is.
pub struct Known(pub &'static [&'static str]);

impl<'de> DeserializeSeed<'de> for Known {
    type Value = Option<&'static str>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl Visitor<'_> for Known {
    type Value = Option<&'static str>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a name")
    }

    fn visit_str<E: Error>(self, key: &str) -> Result<Self::Value, E> {
        Ok(self.0.iter().find(|name| **name == key).copied())
    }
}

#[cfg(test)]
mod tests {
    record! {
        #[derive(Debug, PartialEq)]
        pub struct Sample {
            pub always: u32,
            pub null: Option<u32>,
            pub list: Vec<u32> = optional,
            pub rare: Option<Box<str>> = sparse,
        }
    }

    fn check(sample: &Sample, json: &str) {
        assert_eq!(serde_json::to_string(sample).unwrap(), json);
        assert_eq!(&serde_json::from_str::<Sample>(json).unwrap(), sample);
    }

    #[test]
    fn fields_are_written_in_order_and_read_again() {
        check(&Sample { always: 1, null: None, list: vec![], rare: None }, r#"{"always":1,"null":null,"list":[]}"#);
        let whole = Sample { always: 1, null: Some(2), list: vec![3], rare: Some("x\"".into()) };
        check(&whole, r#"{"always":1,"null":2,"list":[3],"rare":"x\""}"#);
    }

    #[test]
    fn what_is_missing_is_the_default_or_an_error() {
        let read = |json: &str| serde_json::from_str::<Sample>(json).map_err(|error| error.to_string());
        let least = Sample { always: 1, null: None, list: vec![], rare: None };
        assert_eq!(read(r#"{"null":null,"new":{"a":[1]},"always":1}"#).unwrap(), least);
        assert!(read(r#"{"null":null}"#).unwrap_err().starts_with("missing field `always`"));
        assert!(read(r#"{"always":1}"#).unwrap_err().starts_with("missing field `null`"));
        assert!(read(r#"{"always":"1","null":null}"#).unwrap_err().starts_with("invalid type: string"));
        assert!(read("[1,null]").unwrap_err().starts_with("invalid type: sequence, expected an object"));
    }
}
