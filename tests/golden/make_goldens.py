#!/usr/bin/env python3
"""Reference values from PyTorch for the attention family of the article.

Needs python3-torch (Debian's build: no MKL, so dropout follows ATen's default
CPU bernoulli kernel). Writes book.json, rng.json, random.json and prints.json
beside itself, or into the folder given as the first argument; the second
argument offsets the seeds, for a set nobody has tuned to.

Numbers are float32 values printed with 9 significant digits, which round-trip.
A tensor is {"shape": [...], "data": [...]}, row-major.
"""
import json, math, sys, pathlib
import torch, torch.nn as nn, torch.nn.functional as F

OUT = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent)
OFFSET = int(sys.argv[2]) if len(sys.argv) > 2 else 0
torch.set_num_threads(1)


def T(t):
    t = t.detach()
    if t.dtype == torch.bool:
        return {"shape": list(t.shape), "data": [int(v) for v in t.flatten().tolist()]}
    data = []
    for v in t.to(torch.float32).contiguous().flatten().tolist():
        data.append(float(f"{v:.9g}") if math.isfinite(v) else ("-inf" if v == -math.inf else "inf" if v > 0 else "nan"))
    return {"shape": list(t.shape), "data": data}


def sd(m):
    return {k: T(v) for k, v in m.state_dict().items()}


INPUTS = torch.tensor([[0.43, 0.15, 0.89],   # Your
                       [0.55, 0.87, 0.66],   # journey
                       [0.57, 0.85, 0.64],   # starts
                       [0.22, 0.58, 0.33],   # with
                       [0.77, 0.25, 0.10],   # one
                       [0.05, 0.80, 0.55]])  # step


class SelfAttentionV1(nn.Module):
    def __init__(self, d_in, d_out):
        super().__init__()
        self.W_query = nn.Parameter(torch.rand(d_in, d_out))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out))

    def trace(self, x):
        q, k, v = x @ self.W_query, x @ self.W_key, x @ self.W_value
        s = q @ k.transpose(-2, -1)
        w = torch.softmax(s / k.shape[-1] ** 0.5, dim=-1)
        return dict(queries=q, keys=k, values=v, scores=s, weights=w, context=w @ v, output=w @ v)


class SelfAttentionV2(SelfAttentionV1):
    def __init__(self, d_in, d_out, qkv_bias=False):
        nn.Module.__init__(self)
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)

    def trace(self, x):
        q, k, v = self.W_query(x), self.W_key(x), self.W_value(x)
        s = q @ k.transpose(-2, -1)
        w = torch.softmax(s / k.shape[-1] ** 0.5, dim=-1)
        return dict(queries=q, keys=k, values=v, scores=s, weights=w, context=w @ v, output=w @ v)


def attend(q, k, v, mask, dropout):
    n = q.shape[-2]
    s = q @ k.transpose(-2, -1)
    m = mask.bool()[:n, :n]
    w = torch.softmax(s.masked_fill(m, -torch.inf) / k.shape[-1] ** 0.5, dim=-1)
    d = dropout(w)
    return s, w, d, d @ v


class CausalAttention(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, qkv_bias=False):
        super().__init__()
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.dropout = nn.Dropout(dropout)
        self.register_buffer("mask", torch.triu(torch.ones(context_length, context_length), diagonal=1))

    def trace(self, x):
        q, k, v = self.W_query(x), self.W_key(x), self.W_value(x)
        s, w, d, c = attend(q, k, v, self.mask, self.dropout)
        return dict(queries=q, keys=k, values=v, scores=s, weights=w, dropped_weights=d, context=c, output=c)


class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, num_heads, qkv_bias=False):
        super().__init__()
        self.heads = nn.ModuleList([CausalAttention(d_in, d_out, context_length, dropout, qkv_bias) for _ in range(num_heads)])

    def trace(self, x):
        ts = [h.trace(x) for h in self.heads]
        out = {k: torch.stack([t[k] for t in ts], dim=1) for k in ts[0] if k != "output"}
        out["output"] = torch.cat([t["output"] for t in ts], dim=-1)
        return out


class MultiHeadAttention(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, num_heads, qkv_bias=False):
        super().__init__()
        self.d_out, self.num_heads, self.head_dim = d_out, num_heads, d_out // num_heads
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.out_proj = nn.Linear(d_out, d_out)
        self.dropout = nn.Dropout(dropout)
        self.register_buffer("mask", torch.triu(torch.ones(context_length, context_length), diagonal=1))

    def trace(self, x):
        b, n, _ = x.shape
        split = lambda t: t.view(b, n, self.num_heads, self.head_dim).transpose(1, 2)
        q, k, v = split(self.W_query(x)), split(self.W_key(x)), split(self.W_value(x))
        s, w, d, c = attend(q, k, v, self.mask, self.dropout)
        merged = c.transpose(1, 2).contiguous().view(b, n, self.d_out)
        return dict(queries=q, keys=k, values=v, scores=s, weights=w, dropped_weights=d, context=c, merged=merged, output=self.out_proj(merged))


KINDS = {c.__name__: c for c in (SelfAttentionV1, SelfAttentionV2, CausalAttention, MultiHeadAttentionWrapper, MultiHeadAttention)}


def run(kind, seed, args, x, train=False, keep=None):
    torch.manual_seed(seed)
    m = KINDS[kind](**args)
    m.train(train)
    t = m.trace(x)
    return {"kind": kind, "seed": seed, "args": args, "training": train, "state_dict": sd(m),
            "trace": {k: T(v) for k, v in t.items() if keep is None or k in keep}}


def book():
    x2, x3 = INPUTS, torch.stack((INPUTS, INPUTS))
    s = x2 @ x2.T
    w = torch.softmax(s, dim=-1)
    A = dict(d_in=3, d_out=2)
    C = dict(A, context_length=6, dropout=0.0)
    H = dict(C, num_heads=2)
    cases = [
        {"name": "simplified self-attention", "input": "inputs", "kind": "SimplifiedSelfAttention",
         "trace": {"scores": T(s), "weights": T(w), "output": T(w @ x2)}},
        dict(name="SelfAttention_v1", input="inputs", **run("SelfAttentionV1", 123, A, x2)),
        dict(name="SelfAttention_v2", input="inputs", **run("SelfAttentionV2", 789, A, x2)),
        dict(name="CausalAttention", input="batch", **run("CausalAttention", 123, C, x3)),
        dict(name="CausalAttention, dropout 0.5, training", input="batch", **run("CausalAttention", 123, dict(C, dropout=0.5), x3, True)),
        dict(name="MultiHeadAttentionWrapper, 2 heads of 2", input="batch", **run("MultiHeadAttentionWrapper", 123, H, x3)),
        dict(name="MultiHeadAttentionWrapper, 2 heads of 1", input="batch", **run("MultiHeadAttentionWrapper", 123, dict(H, d_out=1), x3)),
        dict(name="MultiHeadAttentionWrapper, dropout 0.5, training", input="batch", **run("MultiHeadAttentionWrapper", 123, dict(H, dropout=0.5), x3, True)),
        dict(name="MultiHeadAttention, d_out 2, 2 heads", input="batch", **run("MultiHeadAttention", 123, H, x3)),
        dict(name="MultiHeadAttention, dropout 0.5, training", input="batch", **run("MultiHeadAttention", 123, dict(H, dropout=0.5), x3, True)),
        dict(name="MultiHeadAttention, qkv bias, 3 heads of 2", input="batch", **run("MultiHeadAttention", 123, dict(H, d_out=6, num_heads=3, qkv_bias=True), x3)),
    ]
    printed = {  # the tensors that the article prints, to four decimals, rows of one batch element
        "MultiHeadAttentionWrapper, 2 heads of 2": [[-0.4519, 0.2216, 0.4772, 0.1063], [-0.5874, 0.0058, 0.5891, 0.3257], [-0.6300, -0.0632, 0.6202, 0.3860],
                                                  [-0.5675, -0.0843, 0.5478, 0.3589], [-0.5526, -0.0981, 0.5321, 0.3428], [-0.5299, -0.1081, 0.5077, 0.3493]],
        "MultiHeadAttention, d_out 2, 2 heads": [[0.3190, 0.4858], [0.2943, 0.3897], [0.2856, 0.3593], [0.2693, 0.3873], [0.2639, 0.3928], [0.2575, 0.4028]]}
    return {"torch": torch.__version__, "tokens": ["Your", "journey", "starts", "with", "one", "step"],
            "inputs": T(x2), "batch": T(x3), "printed": printed, "cases": cases}


def rng():
    out = {"torch": torch.__version__, "uniform": [], "linear": [], "dropout": []}
    for seed in [0, 1, 123, 789, 42 + OFFSET, 2**32 - 1, 2**32 + 5, -1]:
        torch.manual_seed(seed)
        out["uniform"].append({"seed": str(seed), "rand": T(torch.rand(40))})
    for seed, i, o, bias in [(123, 3, 2, False), (7 + OFFSET, 5, 4, True), (123, 33, 17, True), (2024, 1, 1, True)]:
        torch.manual_seed(seed)
        m = nn.Linear(i, o, bias=bias)
        out["linear"].append({"seed": str(seed), "in_features": i, "out_features": o, "bias": bias, "state_dict": sd(m), "next_rand": T(torch.rand(3))})
    for seed, p, shape in [(123, 0.5, (6, 6)), (123, 0.1, (6, 6)), (5 + OFFSET, 0.2, (2, 3, 7)), (9, 0.9, (40,)), (9, 0.0, (5,)), (9, 1.0, (5,))]:
        torch.manual_seed(seed)
        d = F.dropout(torch.ones(shape), p, True)
        out["dropout"].append({"seed": str(seed), "p": p, "of_ones": T(d), "next_rand": T(torch.rand(3))})
    return out


def random():
    g = torch.Generator().manual_seed(2026 + OFFSET)
    cases = []
    for i, (b, n, ctx, di, do, h, bias) in enumerate([(1, 1, 1, 1, 1, 1, False), (1, 1, 4, 5, 6, 2, True), (3, 5, 8, 7, 9, 3, False), (2, 17, 32, 13, 20, 5, True),
                                                      (1, 33, 64, 31, 64, 4, False), (2, 9, 9, 16, 24, 8, True), (1, 67, 128, 48, 48, 12, True), (4, 8, 8, 3, 2, 1, False)]):
        x = torch.randn(b, n, di, generator=g) * (1 + 4 * (i % 3))
        args = dict(d_in=di, d_out=do, context_length=ctx, dropout=0.0, num_heads=h, qkv_bias=bias)
        for kind in ("MultiHeadAttentionWrapper", "MultiHeadAttention"):
            args = dict(args, d_out=do // h if kind == "MultiHeadAttentionWrapper" else do)  # same total width
            c = run(kind, 1000 + 7 * i + OFFSET, args, x, keep=("output",) if n > 10 else ("weights", "context", "output"))
            c.pop("state_dict")
            torch.manual_seed(c["seed"])
            ref = KINDS[kind](**args).double()
            ref.mask = ref.mask if hasattr(ref, "mask") else None
            c["output_float64"] = {"shape": c["trace"]["output"]["shape"], "data": ref.trace(x.double())["output"].flatten().tolist()}
            cases.append(dict(c, input=T(x)))
    return {"torch": torch.__version__, "cases": cases}


def prints():
    """print(t) with PyTorch's default print options."""
    g = torch.Generator().manual_seed(9 + OFFSET)
    r = lambda *s: torch.randn(*s, generator=g)
    ts = [INPUTS, torch.stack((INPUTS, INPUTS)), torch.tensor([0.0, 1.0, 2.0]), torch.triu(torch.ones(4, 4), 1), torch.tensor(3.5), torch.tensor(2.0), torch.tensor([1e-8, 1.0]), torch.tensor([1e5, 2.5]),
          torch.tensor([1e9, 1.0]), torch.tensor([123456.0, 7.0]), torch.tensor([0.00012, 0.5]), torch.tensor([-0.0, 0.0]), torch.tensor([float("nan"), 1.0]), torch.tensor([float("inf"), -float("inf"), 0.25]),
          torch.tensor([float("-inf"), 1.0]), torch.zeros(0), torch.zeros(2, 0), torch.zeros(0, 3), torch.tensor([[[1.5]]]), r(3), r(2, 3), r(2, 2, 3), r(30), r(2, 12), r(1001), r(40, 40), r(1, 2, 3, 2), r(7, 9, 20), r(3) * 1e-6, r(3) * 1e6, torch.tensor([9999.5, 1.0]), torch.tensor([0.99999, 1.0])]
    return {"torch": torch.__version__, "cases": [dict(T(t), printed=str(t)) for t in ts]}


OUT.mkdir(parents=True, exist_ok=True)
for f in (book, rng, random, prints):
    (OUT / f"{f.__name__}.json").write_text(json.dumps(f(), separators=(",", ":")))
