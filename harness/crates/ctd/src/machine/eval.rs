//! Evaluates expressions. Reads variables and never changes them.

use std::borrow::Cow;
use std::sync::Arc;

use super::Fault;
use super::store::{Key, Store};
use crate::Span;
use crate::number::{Decimal, Integer};
use crate::syntax::{Comparator, Expr, ExprKind, Name, Program, Variable, binary, decimal, length, negate};
use crate::value::Value;

/// Everything needed to evaluate expressions.
#[derive(Clone, Copy)]
pub(crate) struct Scope<'a> {
    pub program: &'a Program,
    pub store: &'a Store,
}

type EvalResult<T> = Result<T, Fault>;

impl Scope<'_> {
    pub fn value(&self, expr: &Expr) -> EvalResult<Value> {
        let fault = |message| Fault::new(expr.span, message);
        match &expr.kind {
            ExprKind::Literal(value) => Ok(value.clone()),
            ExprKind::Variable(variable) => self.variable(variable).cloned(),
            ExprKind::Negate(operand) => negate(&self.value(operand)?).map_err(fault),
            ExprKind::Length(operand) => length(&self.value(operand)?).map_err(fault),
            ExprKind::Binary(operator, left, right) => {
                let (left, right) = (self.value(left)?, self.value(right)?);
                self.store.spend((left.weight() * right.weight()) as u64 - 1);
                binary(*operator, &left, &right).map_err(fault)
            }
        }
    }

    pub fn variable(&self, variable: &Variable) -> EvalResult<&Value> {
        let value = if variable.index.is_empty() {
            self.store.plain(variable.name)
        } else {
            self.store.get(variable.name, &self.key(variable)?)
        };
        value.ok_or_else(|| self.undefined(variable))
    }

    fn undefined(&self, variable: &Variable) -> Fault {
        let name = self.program.name(variable.name);
        let index = match self.key(variable) {
            Ok(Key::Plain) | Err(_) => String::new(),
            Ok(key) => key.to_string(),
        };
        Fault::new(variable.span, format!("the variable {name}{index} has no value"))
    }

    pub fn key(&self, variable: &Variable) -> EvalResult<Key> {
        match variable.index.as_slice() {
            [] => return Ok(Key::Plain),
            [index] => {
                if let Some(index) = self.integer(index)?.to_i64() {
                    return Ok(Key::One(index));
                }
            }
            [first, second] => {
                if let (Some(first), Some(second)) = (self.integer(first)?.to_i64(), self.integer(second)?.to_i64()) {
                    return Ok(Key::Two(first, second));
                }
            }
            _ => {}
        }
        let all = variable.index.iter().map(|index| self.integer(index)).collect::<EvalResult<Vec<_>>>()?;
        Ok(Key::Many(all.into()))
    }

    /// The value of an expression. Nearly all are numbers and variables, whose values are not
    /// copied.
    fn borrowed<'e>(&'e self, expr: &'e Expr) -> EvalResult<Cow<'e, Value>> {
        match &expr.kind {
            ExprKind::Literal(value) => Ok(Cow::Borrowed(value)),
            ExprKind::Variable(variable) => self.variable(variable).map(Cow::Borrowed),
            ExprKind::Negate(_) | ExprKind::Length(_) | ExprKind::Binary(..) => self.value(expr).map(Cow::Owned),
        }
    }

    /// Evaluates an expression that must be an integer.
    pub fn integer(&self, expr: &Expr) -> EvalResult<Integer> {
        match &*self.borrowed(expr)? {
            Value::Integer(integer) => Ok(integer.clone()),
            other @ (Value::Decimal(_) | Value::Text(_)) => Err(self.wrong_type(expr.span, "an integer", other)),
        }
    }

    /// Evaluates an expression that must be a number.
    pub fn decimal(&self, expr: &Expr) -> EvalResult<Decimal> {
        match &*self.borrowed(expr)? {
            text @ Value::Text(_) => Err(self.wrong_type(expr.span, "a number", text)),
            number @ (Value::Integer(_) | Value::Decimal(_)) => Ok(decimal(number)),
        }
    }

    /// Evaluates an expression that must be text.
    pub fn text(&self, expr: &Expr) -> EvalResult<Arc<[u8]>> {
        match &*self.borrowed(expr)? {
            Value::Text(text) => Ok(Arc::clone(text)),
            other @ (Value::Integer(_) | Value::Decimal(_)) => Err(self.wrong_type(expr.span, "text", other)),
        }
    }

    fn wrong_type(&self, span: Span, wanted: &str, found: &Value) -> Fault {
        let text = self.program.text(span);
        Fault::new(span, format!("{text} has to be {wanted}, and is {} ({found})", found.type_name()))
    }

    pub fn compare(&self, span: Span, comparator: Comparator, left: &Expr, right: &Expr) -> EvalResult<bool> {
        let ordering = match (self.value(left)?, self.value(right)?) {
            (Value::Integer(a), Value::Integer(b)) => a.cmp(&b),
            (Value::Text(a), Value::Text(b)) => a.cmp(&b),
            (a @ Value::Text(_), b) | (a, b @ Value::Text(_)) => {
                let message = format!("cannot compare {} ({a}) with {} ({b})", a.type_name(), b.type_name());
                return Err(Fault::new(span, message));
            }
            (a, b) => decimal(&a).cmp(&decimal(&b)),
        };
        Ok(comparator.holds(ordering))
    }

    /// Whether the tuples of some names are unique. The inner error says where they are not.
    pub fn unique(&self, span: Span, names: &[Name]) -> EvalResult<Result<(), String>> {
        for &name in names {
            self.defined(span, name)?;
        }
        let (first, others) = match names {
            [first, others @ ..] => (*first, others),
            [] => return Ok(Ok(())),
        };
        let text = |name: Name| self.program.name(name);
        let count = self.store.slot(first).len();
        if let Some(&other) = others.iter().find(|&&name| self.store.slot(name).len() != count) {
            return Ok(Err(format!("{} and {} have different indices", text(first), text(other))));
        }
        self.store.spend((count * names.len()) as u64);
        let mut seen = std::collections::HashMap::with_capacity(count);
        for (key, value) in self.store.slot(first).iter() {
            let mut tuple = vec![value.key()];
            for &other in others {
                match self.store.get(other, &key) {
                    Some(value) => tuple.push(value.key()),
                    None => return Ok(Err(format!("{}{key} has no value, {}{key} has one", text(other), text(first)))),
                }
            }
            if let Some(before) = seen.insert(tuple, key.clone()) {
                let names: Vec<&str> = names.iter().map(|&name| text(name)).collect();
                let (names, values) = (names.join(","), self.tuple(first, others, &key));
                return Ok(Err(format!("{names} at {key} and {before} are equal: {values}")));
            }
        }
        Ok(Ok(()))
    }

    fn tuple(&self, first: Name, others: &[Name], key: &Key) -> String {
        let names = std::iter::once(&first).chain(others);
        let values: Vec<String> = names.filter_map(|&name| Some(self.store.get(name, key)?.to_string())).collect();
        values.join(",")
    }

    pub fn in_array(&self, span: Span, expr: &Expr, array: Name) -> EvalResult<bool> {
        let value = self.value(expr)?;
        self.defined(span, array)?;
        Ok(self.store.holds(array, &value))
    }

    /// Checks that a name has a value. After a loop without turns, an array may have no elements. A
    /// name that no command sets is a mistake.
    fn defined(&self, span: Span, name: Name) -> EvalResult<()> {
        if self.store.slot(name).len() > 0 || self.program.is_assigned(name) {
            return Ok(());
        }
        Err(Fault::new(span, format!("the variable {} has no value", self.program.name(name))))
    }
}
