# An interpreter that has read the program and the usual modules, and serves forks of itself: what
# sandbox/stop/stop.rs is for programs that are linked, with the same messages. The first argument
# is the program. What cannot be had here ends it, and then every run is an ordinary one.

def serve():
    import _ctypes, _socket, gc, io, os, sys
    import array, bisect, collections, copy, functools, heapq, itertools, math, operator, random, re, string

    os.environ.pop("HARNESS_SERVES", None)
    path, args = sys.argv[1], sys.argv[1:]
    with open(path, "rb") as file:
        code = compile(file.read(), path, "exec", dont_inherit=True)
    # How deep it is called from here, to the call: the frames of this program are none of its own.
    deepest = "def f(n):\n try:\n  return f(n + 1)\n except RecursionError:\n  return n\nn = f(1)"
    depth = {}
    exec(deepest, depth)
    below = sys.getrecursionlimit() - 1 - depth["n"]
    clone = {"x86_64": 56, "aarch64": 220}[os.uname().machine]

    class Word(_ctypes._SimpleCData):
        _type_ = "l"

    class Call(_ctypes.CFuncPtr):
        _flags_ = _ctypes.FUNCFLAG_CDECL
        _restype_ = Word

    call = Call(_ctypes.dlsym(_ctypes.dlopen(None, 2), "syscall"))
    room = bytearray(8)
    # CLONE_PARENT | SIGCHLD, four zeros, the secret in its own memory.
    words = [Word(clone), Word(0x8011), Word(0), Word(0), Word(0), Word(0), Word.from_buffer(room)]
    cell = _socket.socket(_socket.AF_UNIX, _socket.SOCK_SEQPACKET, 0, 0)
    gc.collect()
    gc.freeze()
    os.write(0, b"1")
    while True:
        got, control, _, _ = cell.recvmsg_into([room], 64)
        if got != 8 or not control:
            os._exit(0)
        streams = array.array("i", control[0][2])
        child = call(*words)
        room[:] = bytes(8)
        if child == 0:
            break
        for stream in streams:
            os.close(stream)
        if child < 0:
            os._exit(1)
    os.write(0, b"1")
    cell.detach()
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)

    def text(number, name, mode, old):
        buffer = io.open(number, mode + "b", closefd=False)
        buffer.raw.name = name
        new = io.TextIOWrapper(
            buffer, old.encoding, old.errors, "\n", line_buffering=old.line_buffering, write_through=old.write_through
        )
        new.mode = mode
        return new

    sys.stdin = sys.__stdin__ = text(0, "<stdin>", "r", sys.stdin)
    sys.stdout = sys.__stdout__ = text(1, "<stdout>", "w", sys.stdout)
    sys.stderr = sys.__stderr__ = text(2, "<stderr>", "w", sys.stderr)
    random.seed()
    sys.argv[:] = args
    sys.path[0] = os.path.dirname(path)
    for name in ("_ctypes", "_socket"):
        sys.modules.pop(name, None)
    main = sys.modules["__main__"].__dict__
    loader = sys.modules["_frozen_importlib_external"].SourceFileLoader("__main__", path)
    builtins = main["__builtins__"]
    main.clear()
    main.update(
        __name__="__main__", __doc__=None, __package__=None, __loader__=loader, __spec__=None, __annotations__={},
        __builtins__=builtins, __file__=path, __cached__=None,
    )
    sys.setrecursionlimit(sys.getrecursionlimit() + below)
    try:
        exec(code, main)
    except SystemExit:
        raise
    except BaseException as error:
        error.__traceback__ = error.__traceback__.tb_next
        sys.excepthook(type(error), error, error.__traceback__)
        raise SystemExit(1) from None


serve()
