use super::{ByteSet, RegexError, RegexNode};

/// The deepest nesting of groups. Trees are walked by recursion.
const MAX_DEPTH: usize = 100;
/// The most repetitions of one atom: `a{2}{3}` has two.
const MAX_REPEATS: usize = 5;

pub(super) fn parse(pattern: &[u8]) -> Result<RegexNode, RegexError> {
    let mut parser = RegexParser { pattern, at: 0, depth: 0 };
    let node = parser.alternatives()?;
    match parser.peek() {
        None => Ok(node),
        Some(_) => parser.mistake("this ) closes nothing"),
    }
}

struct RegexParser<'p> {
    pattern: &'p [u8],
    at: usize,
    depth: usize,
}

type RegexResult<T> = Result<T, RegexError>;

impl RegexParser<'_> {
    fn peek(&self) -> Option<u8> {
        self.pattern.get(self.at).copied()
    }

    fn eat(&mut self, text: &[u8]) -> bool {
        let found = self.pattern[self.at..].starts_with(text);
        self.at += if found { text.len() } else { 0 };
        found
    }

    fn mistake<T>(&self, message: &'static str) -> RegexResult<T> {
        Err(RegexError { at: self.at, message })
    }

    fn alternatives(&mut self) -> RegexResult<RegexNode> {
        let mut all = vec![self.sequence()?];
        while self.eat(b"|") {
            all.push(self.sequence()?);
        }
        Ok(if all.len() == 1 { all.remove(0) } else { RegexNode::Alternate(all) })
    }

    fn sequence(&mut self) -> RegexResult<RegexNode> {
        let mut all = Vec::new();
        while !matches!(self.peek(), None | Some(b'|' | b')')) {
            let atom = self.atom()?;
            all.push(self.repeated(atom)?);
        }
        Ok(if all.len() == 1 { all.remove(0) } else { RegexNode::Concat(all) })
    }

    fn atom(&mut self) -> RegexResult<RegexNode> {
        let Some(byte) = self.peek() else { return self.mistake("something is missing here") };
        match byte {
            b'(' => return self.group(),
            b'[' => return self.bracket(),
            b'*' | b'+' | b'?' | b'{' => return self.mistake("there is nothing to repeat before this"),
            _ => {}
        }
        self.at += 1;
        Ok(match byte {
            b'.' => RegexNode::Set(ByteSet::ALL),
            b'^' => RegexNode::Start,
            b'$' => RegexNode::End,
            b'\\' => self.escape()?,
            byte => RegexNode::Set(ByteSet::of(&[byte])),
        })
    }

    fn escape(&mut self) -> RegexResult<RegexNode> {
        match self.peek() {
            Some(byte) if b".[\\()*+?{|^$]}/-".contains(&byte) => {
                self.at += 1;
                Ok(RegexNode::Set(ByteSet::of(&[byte])))
            }
            Some(b'd') => self.mistake("\\d is not of this language; write [0-9]"),
            Some(b'w') => self.mistake("\\w is not of this language; write [A-Za-z0-9_]"),
            Some(b's') => self.mistake("\\s is not of this language; write [ \\t\\r\\n]"),
            Some(_) => self.mistake("this character needs no \\ before it, and has no meaning with one"),
            None => self.mistake("the expression ends after a \\"),
        }
    }

    fn group(&mut self) -> RegexResult<RegexNode> {
        let start = self.at;
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return self.mistake("groups are nested too deeply");
        }
        self.at += 1;
        let node = self.alternatives()?;
        self.depth -= 1;
        if !self.eat(b")") {
            return Err(RegexError { at: start, message: "this ( is never closed" });
        }
        Ok(node)
    }

    fn repeated(&mut self, atom: RegexNode) -> RegexResult<RegexNode> {
        let mut node = atom;
        for _ in 0..MAX_REPEATS {
            let (least, most) = match self.peek() {
                Some(b'*') => (0, None),
                Some(b'+') => (1, None),
                Some(b'?') => (0, Some(1)),
                Some(b'{') => {
                    let range = self.braces()?;
                    node = RegexNode::Repeat(Box::new(node), range.0, range.1);
                    continue;
                }
                Some(_) | None => return Ok(node),
            };
            self.at += 1;
            node = RegexNode::Repeat(Box::new(node), least, most);
        }
        self.mistake("too many repetitions of repetitions")
    }

    fn braces(&mut self) -> RegexResult<(u32, Option<u32>)> {
        let start = self.at;
        self.at += 1;
        let least = self.number()?;
        let most = match (self.eat(b","), self.peek()) {
            (true, Some(b'}')) => None,
            (true, _) => Some(self.number()?),
            (false, _) => Some(least),
        };
        if !self.eat(b"}") {
            return self.mistake("a } is missing here");
        }
        if most.is_some_and(|most| most < least) {
            return Err(RegexError { at: start, message: "at most is less than at least" });
        }
        Ok((least, most))
    }

    fn number(&mut self) -> RegexResult<u32> {
        let digits = self.pattern[self.at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let text = std::str::from_utf8(&self.pattern[self.at..self.at + digits]).unwrap_or_default();
        match text.parse() {
            Ok(number) => {
                self.at += digits;
                Ok(number)
            }
            Err(_) if digits > 0 => self.mistake("this number is too large"),
            Err(_) => self.mistake("a number is missing here"),
        }
    }

    fn bracket(&mut self) -> RegexResult<RegexNode> {
        let start = self.at;
        self.at += 1;
        let negated = self.eat(b"^");
        let mut set = ByteSet::EMPTY;
        let mut first = true;
        loop {
            let Some(byte) = self.peek() else {
                return Err(RegexError { at: start, message: "this [ is never closed" });
            };
            if byte == b']' && !first {
                break;
            }
            first = false;
            if self.eat(b"[:") {
                set = set.or(&self.class()?);
                continue;
            }
            let from = self.element()?;
            let is_range = self.peek() == Some(b'-') && !matches!(self.pattern.get(self.at + 1), None | Some(b']'));
            if !is_range {
                set.insert(from, from);
                continue;
            }
            self.at += 1;
            let to = self.element()?;
            if to < from {
                self.at -= 1;
                return self.mistake("this range ends before it begins");
            }
            set.insert(from, to);
            if self.peek() == Some(b'-') && self.pattern.get(self.at + 1) != Some(&b']') {
                return self.mistake("a range cannot go on here; put a plain - last");
            }
        }
        self.at += 1;
        let set = if negated { set.not() } else { set };
        if set.is_empty() {
            return Err(RegexError { at: start, message: "no byte is in this set" });
        }
        Ok(RegexNode::Set(set))
    }

    /// A byte of a set: plain, `[.x.]` or `[=x=]`. A backslash is plain here.
    fn element(&mut self) -> RegexResult<u8> {
        for (open, close) in [(b"[.", b".]"), (b"[=", b"=]")] {
            if !self.pattern[self.at..].starts_with(open) {
                continue;
            }
            self.at += 2;
            let Some(byte) = self.peek() else { return self.mistake("a character is missing here") };
            self.at += 1;
            return if self.eat(close) { Ok(byte) } else { self.mistake("only single characters can stand here") };
        }
        let Some(byte) = self.peek() else { return self.mistake("a character is missing here") };
        self.at += 1;
        Ok(byte)
    }

    fn class(&mut self) -> RegexResult<ByteSet> {
        type Class = (&'static [u8], fn(&u8) -> bool);
        const CLASSES: [Class; 12] = [
            (b"alpha:]", u8::is_ascii_alphabetic),
            (b"digit:]", u8::is_ascii_digit),
            (b"alnum:]", u8::is_ascii_alphanumeric),
            (b"upper:]", u8::is_ascii_uppercase),
            (b"lower:]", u8::is_ascii_lowercase),
            (b"space:]", |byte| matches!(byte, b' ' | b'\t'..=b'\r')),
            (b"blank:]", |byte| matches!(byte, b' ' | b'\t')),
            (b"punct:]", u8::is_ascii_punctuation),
            (b"print:]", |byte| matches!(byte, b' '..=b'~')),
            (b"graph:]", u8::is_ascii_graphic),
            (b"cntrl:]", u8::is_ascii_control),
            (b"xdigit:]", u8::is_ascii_hexdigit),
        ];
        for (name, belongs) in CLASSES {
            if self.eat(name) {
                let bytes: Vec<u8> = (0..=255).filter(belongs).collect();
                return Ok(ByteSet::of(&bytes));
            }
        }
        self.mistake("there is no class of this name")
    }
}
