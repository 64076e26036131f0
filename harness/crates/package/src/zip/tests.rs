use super::*;
use rawzip::ZipArchiveWriter;
use std::io::Write as _;

/// A file of an archive: its name, its content, its mode, and whether it claims to be encrypted.
struct Put<'p> {
    name: &'p str,
    bytes: &'p [u8],
    mode: u32,
    encrypted: bool,
    deflated: bool,
}

fn plain_file<'p>(name: &'p str, bytes: &'p [u8]) -> Put<'p> {
    Put { name, bytes, mode: 0o100_644, encrypted: false, deflated: true }
}

fn archive(files: &[Put<'_>]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut archive = ZipArchiveWriter::new(&mut bytes);
    for file in files {
        let method = if file.deflated { CompressionMethod::DEFLATE } else { CompressionMethod::STORE };
        let builder =
            archive.new_file(rawzip::path::EntryPath::verbatim(file.name.as_bytes())).compression_method(method);
        let (mut entry, config) = builder.unix_permissions(file.mode).encrypted(file.encrypted).start().unwrap();
        let packed = miniz_oxide::deflate::compress_to_vec(file.bytes, 6);
        let mut writer = config.wrap(std::io::sink());
        writer.write_all(file.bytes).unwrap();
        let (_, descriptor) = writer.finish().unwrap();
        entry.write_all(if file.deflated { &packed } else { file.bytes }).unwrap();
        entry.finish(descriptor).unwrap();
    }
    archive.finish().unwrap();
    bytes
}

/// The result of unpacking: the files, or why it was refused.
fn unpacked(bytes: &[u8]) -> Result<Vec<String>, String> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("sum.zip");
    fs::write(&file, bytes).unwrap();
    let cache = folder.path().join("cache");
    let found = unpack(&file, &cache).map_err(|error| error.to_string());
    let found = found.inspect_err(|_| {
        let left = walkdir::WalkDir::new(&cache).into_iter().flatten().filter(|entry| entry.file_type().is_file());
        assert_eq!(left.count(), 0, "nothing is kept of what is refused");
    })?;
    assert_eq!(unpack(&file, &cache).unwrap(), found, "once");
    let below = walkdir::WalkDir::new(&found).sort_by_file_name().into_iter().flatten();
    let files = below.filter(|entry| entry.file_type().is_file());
    let name = |entry: walkdir::DirEntry| {
        let text = fs::read_to_string(entry.path()).unwrap();
        format!("{}={text}", entry.path().strip_prefix(&cache).unwrap().iter().skip(1).collect::<PathBuf>().display())
    };
    Ok(files.map(name).collect())
}

#[test]
fn files_are_unpacked_and_a_single_top_folder_is_the_package() {
    let stored = Put { deflated: false, ..plain_file("data/1.in", b"1 2\n") };
    let files =
        [stored, plain_file("problem.yaml", b"name: x\n"), plain_file("__MACOSX/._x", b"x"), plain_file("a\\b", b"")];
    assert_eq!(unpacked(&archive(&files)).unwrap(), ["sum/a/b=", "sum/data/1.in=1 2\n", "sum/problem.yaml=name: x\n"]);
    let files = [plain_file("heaps/problem.yaml", b"y"), plain_file("heaps/.timelimit", b"2")];
    assert_eq!(unpacked(&archive(&files)).unwrap(), ["sum/heaps/.timelimit=2", "sum/heaps/problem.yaml=y"]);
    assert_eq!(unpacked(&archive(&[plain_file("data/1.in", b"")])).unwrap(), ["sum/data/1.in="]);
}

#[test]
fn an_archive_is_unpacked_under_every_name_that_it_has() {
    let folder = tempfile::tempdir().unwrap();
    let cache = folder.path().join("cache");
    let mut places = BTreeSet::new();
    for name in ["sum.zip", "sum (1).zip", "SUM.ZIP", "a b.kpp", "sum", ".zip", "..zip", "...zip", "....zip"] {
        let file = folder.path().join(name);
        fs::write(&file, archive(&[plain_file("problem.yaml", b"x"), plain_file("data/1.in", b"")])).unwrap();
        let found = unpack(&file, &cache).unwrap();
        assert_eq!(fs::read(found.join("problem.yaml")).unwrap(), b"x", "{name}");
        assert_eq!(unpack(&file, &cache).unwrap(), found, "{name}");
        assert!(found.starts_with(&cache) && !cache.starts_with(&found), "{name}");
        places.insert(found.file_name().unwrap().to_owned());
    }
    assert_eq!(places.iter().collect::<Vec<_>>(), [".zip", "SUM", "a b", "package", "sum", "sum (1)"]);
}

#[test]
fn what_leads_out_links_and_what_is_encrypted_are_refused() {
    let check = |put: Put<'_>, expected: &str| {
        let error = unpacked(&archive(&[plain_file("a", b"x"), put])).unwrap_err();
        assert!(error.contains(expected), "{error}");
    };
    for name in ["../b", "b/../../c", "/etc/passwd", "C:\\x", "b\\..\\..\\c"] {
        check(plain_file(name, b"x"), "leads out of the folder");
    }
    check(Put { mode: 0o120_777, ..plain_file("link", b"/etc/passwd") }, "`link` is a link");
    check(Put { encrypted: true, ..plain_file("secret", b"x") }, "`secret` is encrypted");
    check(plain_file("a", b"y"), "`a` is in it twice");
    check(plain_file("a/b", b"y"), "`a/b` is in it twice");
}

#[test]
fn bombs_and_damaged_files_are_refused() {
    // 300 files of a megabyte each, which take a thousand bytes each in the archive.
    let zeros = vec![0; 1 << 20];
    let names: Vec<String> = (0..300).map(|number| number.to_string()).collect();
    let files: Vec<Put<'_>> = names.iter().map(|name| plain_file(name, &zeros)).collect();
    let error = unpacked(&archive(&files)).unwrap_err();
    assert!(error.contains("a bomb is not unpacked"), "{error}");
    // A megabyte of zeros is an ordinary test.
    assert_eq!(unpacked(&archive(&files[..1])).unwrap().len(), 1);
    let good = archive(&[plain_file("a", b"some words that are long enough")]);
    let mut broken = good.clone();
    broken[45] ^= 0x10;
    assert!(unpacked(&broken).unwrap_err().starts_with("it is not a zip file, or a damaged one"));
    assert!(unpacked(&good[..good.len() / 2]).unwrap_err().starts_with("it is not a zip file"));
    assert!(unpacked(b"").unwrap_err().starts_with("it is not a zip file"));
}

#[test]
fn files_that_share_their_bytes_are_a_bomb() {
    let bytes = archive(&[plain_file("a", b"the same words"), plain_file("b", b"the same words")]);
    // The second entry of the directory says that it begins where the first one does.
    let directory: Vec<usize> =
        bytes.windows(4).enumerate().filter(|(_, four)| *four == b"PK\x01\x02").map(|(at, _)| at).collect();
    let mut shared = bytes;
    let (first, second) = (directory[0] + 42, directory[1] + 42);
    for at in 0..4 {
        shared[second + at] = shared[first + at];
    }
    let error = unpacked(&shared).unwrap_err();
    assert!(error.contains("lie in the same place"), "{error}");
}
