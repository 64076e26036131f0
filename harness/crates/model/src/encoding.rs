//! How values look in JSON where serde's own form does not say enough: times, sizes, points, bytes,
//! patterns.
//!
//! Each type is for `#[serde(with = "…")]`, and tells the schema what it looks like. Those called
//! `Optional…` are for fields that may be `null`.

use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, Serializer};
use std::time::Duration;

/// Rounds a time down to what JSON holds, so that a record equals itself when it is read back.
pub fn whole_micros(time: Duration) -> Duration {
    Duration::from_micros(u64::try_from(time.as_micros()).unwrap_or(u64::MAX))
}

/// A time in milliseconds, exact to the microsecond: `3.12`.
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(with = "f64"))]
pub struct Millis;

impl Millis {
    pub fn serialize<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(time.as_micros() as f64 / 1e3)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
        Millis::from_number(f64::deserialize(deserializer)?)
    }

    fn from_number<E: Error>(ms: f64) -> Result<Duration, E> {
        if !(0.0..1e12).contains(&ms) {
            return Err(E::custom(format_args!("{ms} is not a time in milliseconds")));
        }
        Ok(Duration::from_micros((ms * 1e3).round() as u64))
    }
}

/// Like [`Millis`], or `null`.
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(with = "Option<f64>"))]
pub struct OptionalMillis;

impl OptionalMillis {
    pub fn serialize<S: Serializer>(time: &Option<Duration>, serializer: S) -> Result<S::Ok, S::Error> {
        match time {
            Some(time) => Millis::serialize(time, serializer),
            None => serializer.serialize_none(),
        }
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Duration>, D::Error> {
        Option::<f64>::deserialize(deserializer)?.map(Millis::from_number).transpose()
    }
}

/// Bytes as `{"text": …}`. UTF-8 is written as it is. Other bytes are written with `"escaped":
/// true`: a backslash as `\\`, and every byte that belongs to no character as `\xNN`. Nothing is
/// lost either way.
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(with = "Text"))]
pub struct Bytes;

impl Bytes {
    pub fn serialize<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
        Bytes::encode(bytes).serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
        Text::deserialize(deserializer).map(Bytes::decode)
    }

    fn encode(bytes: &[u8]) -> Text {
        if let Ok(text) = std::str::from_utf8(bytes) {
            return Text { text: text.to_owned(), escaped: false };
        }
        let mut text = String::with_capacity(bytes.len() + 16);
        for chunk in bytes.utf8_chunks() {
            text.push_str(&chunk.valid().replace('\\', "\\\\"));
            for byte in chunk.invalid() {
                text.push_str(&format!("\\x{byte:02x}"));
            }
        }
        Text { text, escaped: true }
    }

    /// Decodes the bytes. An escape that [`Bytes::encode`] never writes stays as it is.
    fn decode(Text { text, escaped }: Text) -> Vec<u8> {
        if !escaped {
            return text.into_bytes();
        }
        let mut bytes = Vec::with_capacity(text.len());
        let mut rest = text.as_bytes();
        while let Some((first, after)) = rest.split_first() {
            let hex = after.strip_prefix(b"x").and_then(|hex| hex.get(..2));
            let byte =
                hex.and_then(|hex| std::str::from_utf8(hex).ok()).and_then(|hex| u8::from_str_radix(hex, 16).ok());
            let (byte, length) = match (first, after.first(), byte) {
                (b'\\', Some(b'\\'), _) => (b'\\', 2),
                (b'\\', _, Some(byte)) => (byte, 4),
                (first, ..) => (*first, 1),
            };
            bytes.push(byte);
            rest = &rest[length..];
        }
        bytes
    }
}

#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(serde::Serialize, serde::Deserialize)]
pub(crate) struct Text {
    pub text: String,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub escaped: bool,
}

/// Like [`Bytes`], or `null`.
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(with = "Option<Text>"))]
pub struct OptionalBytes;

impl OptionalBytes {
    pub fn serialize<S: Serializer>(bytes: &Option<Vec<u8>>, serializer: S) -> Result<S::Ok, S::Error> {
        bytes.as_deref().map(Bytes::encode).serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Vec<u8>>, D::Error> {
        Ok(Option::<Text>::deserialize(deserializer)?.map(Bytes::decode))
    }
}

/// A glob, or `null`.
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(with = "Option<String>"))]
pub struct OptionalPattern;

impl OptionalPattern {
    pub fn serialize<S: Serializer>(pattern: &Option<glob::Pattern>, serializer: S) -> Result<S::Ok, S::Error> {
        pattern.as_ref().map(glob::Pattern::as_str).serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<glob::Pattern>, D::Error> {
        let pattern = Option::<String>::deserialize(deserializer)?.map(|pattern| glob::Pattern::new(&pattern));
        pattern.transpose().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ByteSize, Points};
    use serde::de::value::F64Deserializer;

    fn check_bytes(bytes: &[u8], text: &str, escaped: bool) {
        let encoded = Bytes::encode(bytes);
        assert_eq!((encoded.text.as_str(), encoded.escaped), (text, escaped));
        assert_eq!(Bytes::decode(encoded), bytes, "nothing is lost");
    }

    #[test]
    fn utf8_is_text_and_other_bytes_are_escaped_without_loss() {
        check_bytes(b"", "", false);
        check_bytes(b"a\\x00\n\0\x1b", "a\\x00\n\0\x1b", false);
        check_bytes(b"a\\x00\xff", "a\\\\x00\\xff", true);
        check_bytes("é".as_bytes(), "é", false);
        check_bytes(&"é".as_bytes()[..1], "\\xc3", true);
        let high: Vec<u8> = (128..=255).collect();
        check_bytes(&high, &high.iter().map(|b| format!("\\x{b:x}")).collect::<String>(), true);
    }

    #[test]
    fn odd_escapes_are_read_as_they_are() {
        let text = "\\q\\xg0\\x".to_owned();
        assert_eq!(Bytes::decode(Text { text, escaped: true }), b"\\q\\xg0\\x");
    }

    #[test]
    fn times_are_milliseconds_with_three_decimals_at_most() {
        let check = |us: u64, json: &str| {
            let time = Duration::from_micros(us);
            assert_eq!(Millis::serialize(&time, serde_json::value::Serializer).unwrap().to_string(), json);
            assert_eq!(Millis::deserialize(&mut serde_json::Deserializer::from_str(json)).unwrap(), time);
        };
        check(0, "0.0");
        check(1, "0.001");
        check(3_120, "3.12");
        check(123_456_789, "123456.789");
        for bad in [-1.0, 1e300, f64::NAN] {
            assert!(Millis::deserialize(F64Deserializer::<serde_json::Error>::new(bad)).is_err(), "{bad}");
        }
    }

    #[test]
    fn sizes_are_kib_rounded_up_and_points_exact_numbers() {
        let json = |value: &dyn Fn() -> serde_json::Result<String>| value().unwrap();
        assert_eq!(json(&|| serde_json::to_string(&ByteSize(1025))), "2");
        assert_eq!(serde_json::from_str::<ByteSize>("2").unwrap(), ByteSize(2048));
        assert_eq!(json(&|| serde_json::to_string(&Points(12_500_000))), "12.5");
        assert_eq!(serde_json::from_str::<Points>("0.333333").unwrap(), Points(333_333));
        assert_eq!(serde_json::from_str::<Points>("-1.5").unwrap(), Points(-1_500_000));
        assert!(serde_json::from_str::<Points>("-1e10").is_err() && serde_json::from_str::<ByteSize>("-1").is_err());
    }
}
