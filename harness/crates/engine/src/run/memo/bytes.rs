//! Judgements and validators' answers as bytes, for the store.
//!
//! Little endian, lengths before contents, one byte before everything that can be absent. The first byte is [`VERSION`]: bytes of another
//! version, cut bytes and bytes with something behind them read as `None`, which is a miss. Written by hand, as the model knows no
//! serialisation and a report's JSON is another promise: that one stays readable for years, this one for one version of the harness.

use model::{
    ByteSize, Difference, Evidence, Excerpt, Judgement, LineChange, LinePair, Points, Span, Speaker, Usage, Utterance,
    Verdict,
};
use std::time::Duration;

/// Raised whenever what is written below changes.
const VERSION: u8 = 3;

/// A judgement, all of it but `cached`.
pub fn write_judgement(judgement: &Judgement) -> Vec<u8> {
    let mut to = Writer(vec![VERSION]);
    to.byte(verdict(judgement.verdict));
    to.duration(judgement.usage.cpu);
    to.duration(judgement.usage.wall);
    to.number(judgement.usage.memory.0);
    to.option(judgement.note.as_deref(), |to, note| to.bytes(note.as_bytes()));
    to.option(judgement.points.as_ref(), |to, points| to.number(points.0));
    to.option(judgement.checker_cpu.as_ref(), |to, cpu| to.duration(*cpu));
    to.flag(judgement.retimed);
    to.option(judgement.evidence.as_deref(), evidence);
    to.0
}

/// A judgement as [`write_judgement`] wrote it, marked as cached.
pub fn read_judgement(bytes: &[u8]) -> Option<Judgement> {
    let mut from = Reader(bytes);
    if from.byte()? != VERSION {
        return None;
    }
    let verdict = *Verdict::ALL.get(usize::from(from.byte()?))?;
    let usage = Usage { cpu: from.duration()?, wall: from.duration()?, memory: ByteSize(from.number()?) };
    let note = from.option(Reader::string)?;
    let points = from.option(Reader::number)?.map(Points);
    let checker_cpu = from.option(Reader::duration)?;
    let retimed = from.flag()?;
    let evidence = from.option(read_evidence)?.map(Box::new);
    let judgement = Judgement { verdict, usage, points, note, checker_cpu, retimed, cached: true, evidence };
    from.0.is_empty().then_some(judgement)
}

fn evidence(to: &mut Writer, evidence: &Evidence) {
    let Evidence { checker, input, answer, output, stderr, message, difference, transcript, transcript_cut } = evidence;
    to.bytes(checker.as_bytes());
    for excerpt in [input, answer, output, stderr] {
        let Excerpt { head, bytes, lines } = excerpt;
        to.bytes(head);
        to.number(*bytes);
        to.option(lines.as_ref(), |to, lines| to.number(*lines));
    }
    to.option(message.as_deref(), |to, message| to.bytes(message.as_bytes()));
    to.option(difference.as_ref(), self::difference);
    to.list(transcript, |to, Utterance { by, bytes }| {
        to.byte(speaker(*by));
        to.bytes(bytes);
    });
    to.flag(*transcript_cut);
}

fn read_evidence(from: &mut Reader<'_>) -> Option<Evidence> {
    let excerpt = |from: &mut Reader<'_>| {
        Some(Excerpt { head: from.bytes()?, bytes: from.number()?, lines: from.option(Reader::number)? })
    };
    Some(Evidence {
        checker: from.string()?,
        input: excerpt(from)?,
        answer: excerpt(from)?,
        output: excerpt(from)?,
        stderr: excerpt(from)?,
        message: from.option(Reader::string)?,
        difference: from.option(read_difference)?,
        transcript: from
            .list(|from| Some(Utterance { by: *SPEAKERS.get(usize::from(from.byte()?))?, bytes: from.bytes()? }))?,
        transcript_cut: from.flag()?,
    })
}

fn difference(to: &mut Writer, difference: &Difference) {
    let Difference { line, token, expected, got, window, more, hint } = difference;
    to.number(*line);
    to.option(token.as_ref(), |to, token| to.number(*token));
    to.option(expected.as_deref(), Writer::bytes);
    to.option(got.as_deref(), Writer::bytes);
    to.list(window, |to, pair| {
        let LinePair { change, number, text, emphasis, start, cut, newline } = pair;
        to.byte(self::change(*change));
        to.number(*number);
        to.bytes(text);
        to.list(emphasis, |to, Span { start, end }| {
            to.number(*start as u64);
            to.number(*end as u64);
        });
        to.number(*start);
        to.number(*cut);
        to.flag(*newline);
    });
    to.flag(*more);
    to.option(hint.as_deref(), |to, hint| to.bytes(hint.as_bytes()));
}

fn read_difference(from: &mut Reader<'_>) -> Option<Difference> {
    let size = |from: &mut Reader<'_>| usize::try_from(from.number()?).ok();
    Some(Difference {
        line: from.number()?,
        token: from.option(Reader::number)?,
        expected: from.option(Reader::bytes)?,
        got: from.option(Reader::bytes)?,
        window: from.list(|from| {
            Some(LinePair {
                change: *CHANGES.get(usize::from(from.byte()?))?,
                number: from.number()?,
                text: from.bytes()?,
                emphasis: from.list(|from| Some(Span { start: size(from)?, end: size(from)? }))?,
                start: from.number()?,
                cut: from.number()?,
                newline: from.flag()?,
            })
        })?,
        more: from.flag()?,
        hint: from.option(Reader::string)?,
    })
}

const SPEAKERS: [Speaker; 2] = [Speaker::Program, Speaker::Judge];
const CHANGES: [LineChange; 3] = [LineChange::Same, LineChange::Missing, LineChange::Extra];

/// Where it stands in [`SPEAKERS`].
fn speaker(speaker: Speaker) -> u8 {
    match speaker {
        Speaker::Program => 0,
        Speaker::Judge => 1,
    }
}

/// Where it stands in [`CHANGES`].
fn change(change: LineChange) -> u8 {
    match change {
        LineChange::Same => 0,
        LineChange::Missing => 1,
        LineChange::Extra => 2,
    }
}

fn verdict(verdict: Verdict) -> u8 {
    let at = Verdict::ALL.iter().position(|one| *one == verdict).expect("`ALL` has all of them");
    u8::try_from(at).expect("a verdict is one of eight")
}

/// Writes what [`Reader`] reads.
pub struct Writer(pub Vec<u8>);

impl Writer {
    pub fn byte(&mut self, byte: u8) {
        self.0.push(byte);
    }

    pub fn flag(&mut self, flag: bool) {
        self.byte(u8::from(flag));
    }

    fn number(&mut self, number: u64) {
        self.0.extend_from_slice(&number.to_le_bytes());
    }

    pub fn wide(&mut self, number: i128) {
        self.0.extend_from_slice(&number.to_le_bytes());
    }

    fn duration(&mut self, duration: Duration) {
        self.number(u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX));
    }

    pub fn bytes(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        self.0.extend_from_slice(bytes);
    }

    fn option<T: ?Sized>(&mut self, value: Option<&T>, write: impl FnOnce(&mut Writer, &T)) {
        self.flag(value.is_some());
        if let Some(value) = value {
            write(self, value);
        }
    }

    pub fn list<T>(&mut self, values: &[T], write: impl Fn(&mut Writer, &T)) {
        self.number(values.len() as u64);
        for value in values {
            write(self, value);
        }
    }
}

/// What is left to be read.
pub struct Reader<'b>(pub &'b [u8]);

impl Reader<'_> {
    pub fn byte(&mut self) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*first)
    }

    pub fn flag(&mut self) -> Option<bool> {
        match self.byte()? {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        }
    }

    fn number(&mut self) -> Option<u64> {
        let (first, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(u64::from_le_bytes(*first))
    }

    pub fn wide(&mut self) -> Option<i128> {
        let (first, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(i128::from_le_bytes(*first))
    }

    fn duration(&mut self) -> Option<Duration> {
        self.number().map(Duration::from_nanos)
    }

    pub fn bytes(&mut self) -> Option<Vec<u8>> {
        let length = usize::try_from(self.number()?).ok()?;
        let (first, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(first.to_vec())
    }

    pub fn string(&mut self) -> Option<String> {
        String::from_utf8(self.bytes()?).ok()
    }

    fn option<T>(&mut self, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<Option<T>> {
        if self.flag()? { read(self).map(Some) } else { Some(None) }
    }

    pub fn list<T>(&mut self, read: impl Fn(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        // Grown as it is read: a length that lies ends the reading, and reserves nothing.
        let length = self.number()?;
        (0..length).map(|_| read(self)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::collection::vec;
    use proptest::option;
    use proptest::prelude::*;

    fn bytes() -> impl Strategy<Value = Vec<u8>> {
        vec(any::<u8>(), 0..40)
    }

    prop_compose! {
        fn excerpts()(head in bytes(), bytes in any::<u64>(), lines in option::of(any::<u64>())) -> Excerpt {
            Excerpt { head, bytes, lines }
        }
    }

    prop_compose! {
        fn pairs()(
            change in 0..CHANGES.len(), number in any::<u64>(), text in bytes(),
            emphasis in vec(any::<(u32, u32)>(), 0..4), start in any::<u64>(), cut in any::<u64>(), newline in any::<bool>(),
        ) -> LinePair {
            let emphasis = emphasis.into_iter().map(|(start, end)| Span { start: start as usize, end: end as usize }).collect();
            LinePair { change: CHANGES[change], number, text, emphasis, start, cut, newline }
        }
    }

    prop_compose! {
        fn differences()(
            line in any::<u64>(), token in option::of(any::<u64>()), expected in option::of(bytes()), got in option::of(bytes()),
            window in vec(pairs(), 0..4), more in any::<bool>(), hint in option::of(any::<String>()),
        ) -> Difference {
            Difference { line, token, expected, got, window, more, hint }
        }
    }

    prop_compose! {
        fn evidences()(
            checker in any::<String>(), excerpts in [excerpts(), excerpts(), excerpts(), excerpts()],
            message in option::of(any::<String>()), difference in option::of(differences()),
            transcript in vec((0..SPEAKERS.len(), bytes()), 0..4), transcript_cut in any::<bool>(),
        ) -> Evidence {
            let [input, answer, output, stderr] = excerpts;
            let transcript = transcript.into_iter().map(|(by, bytes)| Utterance { by: SPEAKERS[by], bytes }).collect();
            Evidence { checker, input, answer, output, stderr, message, difference, transcript, transcript_cut }
        }
    }

    prop_compose! {
        fn judgements()(
            verdict in 0..Verdict::ALL.len(), cpu in any::<u64>(), wall in any::<u64>(), memory in any::<u64>(),
            points in option::of(any::<u64>()), checker_cpu in option::of(any::<u64>()), note in option::of(any::<String>()), retimed in any::<bool>(), evidence in option::of(evidences()),
        ) -> Judgement {
            let usage = Usage { cpu: Duration::from_nanos(cpu), wall: Duration::from_nanos(wall), memory: ByteSize(memory) };
            let (verdict, points) = (Verdict::ALL[verdict], points.map(Points));
            let checker_cpu = checker_cpu.map(Duration::from_nanos);
            Judgement { verdict, usage, points, note, checker_cpu, retimed, cached: true, evidence: evidence.map(Box::new) }
        }
    }

    proptest! {
        #[test]
        fn a_judgement_is_read_as_it_was_written(judgement in judgements()) {
            prop_assert_eq!(read_judgement(&write_judgement(&judgement)), Some(judgement));
        }

        #[test]
        fn cut_bytes_and_more_bytes_are_a_miss(judgement in judgements(), at in any::<proptest::sample::Index>()) {
            let mut bytes = write_judgement(&judgement);
            prop_assert_eq!(read_judgement(&bytes[..at.index(bytes.len())]), None);
            bytes.push(0);
            prop_assert_eq!(read_judgement(&bytes), None);
        }

        #[test]
        fn noise_is_no_panic(noise in vec(any::<u8>(), 0..200)) {
            let _ = read_judgement(&[&[VERSION][..], &noise].concat());
        }
    }

    #[test]
    fn every_variant_has_its_byte_and_another_version_is_a_miss() {
        for verdict in Verdict::ALL {
            let judgement = Judgement {
                verdict,
                usage: Usage::default(),
                note: None,
                points: None,
                checker_cpu: None,
                retimed: false,
                cached: true,
                evidence: None,
            };
            let mut bytes = write_judgement(&judgement);
            assert_eq!(read_judgement(&bytes).unwrap().verdict, verdict);
            bytes[0] += 1;
            assert_eq!(read_judgement(&bytes), None);
        }
    }
}
