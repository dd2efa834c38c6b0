#!/usr/bin/env python3
"""Trains the small model of the page's chapter "Heads that mean something" and writes its weights.

    python3 web/page/trained/train.py

Needs PyTorch (Debian: apt-get install python3-torch libopenblas0-pthread) and about a minute on one core. It writes
induction.safetensors beside itself and PyTorch's own numbers for a few lists into tests/golden/trained.json.
The same seed on the same build and processor gives the same file; others round differently, and training amplifies
that, so the weights differ there. What must hold everywhere is checked at the end, and nothing is written where it
does not: every repeated word is predicted, and the heads named below are there.

The task: a random list of 5 to 15 different words, repeated to 32 tokens. In the first pass nothing can be predicted;
in every further pass the next word is the one that came after the same word before. It is learned so: a head of layer 1
finds earlier occurrences of the same word and passes on where they are; heads of layer 2 look one place further. Those
are induction heads (Olsson et al. 2022, arXiv:2209.11895).
"""
import json
import pathlib
import struct
import sys

import torch
from torch import nn
from torch.nn import functional as F

WORDS, CONTEXT, WIDTH, HEADS, LAYERS = 64, 32, 48, 4, 2
SHORTEST, LONGEST = 5, 15
STEPS, BATCH, LEARNING_RATE, SEED = 3000, 64, 2e-3, 1

HERE = pathlib.Path(__file__).resolve().parent
WEIGHTS = HERE / "induction.safetensors"
GOLDEN = HERE.parents[2] / "tests" / "golden" / "trained.json"


class MultiHeadAttention(nn.Module):
    """The article's class, which also keeps its last attention weights, (b, heads, tokens, tokens)."""

    def __init__(self, d_in, d_out, context_length, dropout, num_heads, qkv_bias=False):
        super().__init__()
        self.d_out, self.num_heads, self.head_dim = d_out, num_heads, d_out // num_heads
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.out_proj = nn.Linear(d_out, d_out)
        self.dropout = nn.Dropout(dropout)
        self.register_buffer("mask", torch.triu(torch.ones(context_length, context_length), diagonal=1))

    def forward(self, x):
        b, num_tokens, _ = x.shape
        keys = self.W_key(x).view(b, num_tokens, self.num_heads, self.head_dim).transpose(1, 2)
        queries = self.W_query(x).view(b, num_tokens, self.num_heads, self.head_dim).transpose(1, 2)
        values = self.W_value(x).view(b, num_tokens, self.num_heads, self.head_dim).transpose(1, 2)
        attn_scores = queries @ keys.transpose(2, 3)
        attn_scores.masked_fill_(self.mask.bool()[:num_tokens, :num_tokens], -torch.inf)
        attn_weights = torch.softmax(attn_scores / keys.shape[-1] ** 0.5, dim=-1)
        attn_weights = self.dropout(attn_weights)
        self.last_weights = attn_weights.detach()
        context_vec = (attn_weights @ values).transpose(1, 2).contiguous().view(b, num_tokens, self.d_out)
        return self.out_proj(context_vec)


class InductionModel(nn.Module):
    """Token and position embeddings, attention layers with residuals, logits by the token embedding again."""

    def __init__(self):
        super().__init__()
        self.token_embedding = nn.Embedding(WORDS, WIDTH)
        self.position_embedding = nn.Embedding(CONTEXT, WIDTH)
        self.layers = nn.ModuleList([MultiHeadAttention(WIDTH, WIDTH, CONTEXT, 0.0, HEADS) for _ in range(LAYERS)])
        for embedding in (self.token_embedding, self.position_embedding):
            nn.init.normal_(embedding.weight, std=0.5)  # by PyTorch's own 1, training takes three times as long

    def forward(self, ids):
        x = self.token_embedding(ids) + self.position_embedding.weight[: ids.shape[1]]
        for layer in self.layers:
            x = x + layer(x)
        return x @ self.token_embedding.weight.T


def repeated_lists(count, generator):
    """Random lists repeated: ids (count, CONTEXT), the word after each, and where it is known from before."""
    words = torch.rand(count, WORDS, generator=generator).argsort(dim=1)
    lengths = torch.randint(SHORTEST, LONGEST + 1, (count, 1), generator=generator)
    ids = words.gather(1, torch.arange(CONTEXT + 1) % lengths)
    return ids[:, :-1], ids[:, 1:], torch.arange(CONTEXT) >= lengths


def train(model, generator):
    optimizer = torch.optim.AdamW(model.parameters(), lr=LEARNING_RATE)
    for step in range(1, STEPS + 1):
        ids, following, _ = repeated_lists(BATCH, generator)
        loss = F.cross_entropy(model(ids).flatten(0, 1), following.flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step % 250 == 0:
            print(f"step {step}: loss {loss.item():.4f}", flush=True)


@torch.no_grad()
def accuracy(model, generator, count=2000):
    ids, following, known = repeated_lists(count, generator)
    return (model(ids).argmax(-1) == following)[known].double().mean().item()


@torch.no_grad()
def measured(model, generator, count=2000):
    """Per head, the mean weight that repeated tokens put on earlier occurrences, and on the tokens right after them."""
    ids, _, repeats = repeated_lists(count, generator)
    model(ids)
    earlier = (ids[:, :, None] == ids[:, None, :]).tril(-1)  # (count, query, key)
    after = F.pad(earlier, (1, 0))[:, :, :-1]
    weights = torch.cat([layer.last_weights for layer in model.layers], dim=1)
    share = lambda keys: (weights * keys[:, None]).sum(3).transpose(1, 2)[repeats].mean(0).tolist()
    return list(zip(share(earlier), share(after)))


def write_safetensors(path, tensors, metadata):
    """The format: header length as u64, header as JSON padded with spaces to 8 bytes, the data in order."""
    header, data = {"__metadata__": metadata}, b""
    for name, tensor in tensors.items():
        values = tensor.detach().contiguous().flatten().tolist()
        end = len(data) + 4 * len(values)
        header[name] = {"dtype": "F32", "shape": list(tensor.shape), "data_offsets": [len(data), end]}
        data += struct.pack(f"<{len(values)}f", *values)
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    path.write_bytes(struct.pack("<Q", len(text)) + text + data)


def tensor_of(t):
    return {"shape": list(t.shape), "data": [float(f"{v:.9g}") for v in t.flatten().tolist()]}


@torch.no_grad()
def goldens(model, generator):
    """For a few lists: ids, the logits of two rows, the weights of every head in the last row, right or wrong."""
    cases = []
    for length in (SHORTEST, 8, 13, LONGEST):
        ids = torch.randperm(WORDS, generator=generator)[torch.arange(CONTEXT) % length][None]
        logits = model(ids)[0]
        weights = torch.stack([layer.last_weights[0, :, -1] for layer in model.layers])
        cases.append({"length": length, "ids": ids[0].tolist(), "logits": tensor_of(logits[[length, CONTEXT - 1]]),
                      "last_weights": tensor_of(weights), "predicted": logits.argmax(-1).tolist()})
    return cases


def main():
    torch.set_num_threads(1)
    torch.use_deterministic_algorithms(True)
    torch.manual_seed(SEED)
    generator = torch.Generator().manual_seed(SEED)
    model = InductionModel()
    train(model, generator)
    model.eval()
    share = accuracy(model, generator)
    measures = measured(model, generator)
    print(f"predicted of what repeats: {100 * share:.3f} %")
    for index, (earlier, after) in enumerate(measures):
        layer, head = divmod(index, HEADS)
        print(f"head {layer + 1}{'ABCD'[head]}: earlier occurrences {earlier:.2f}, right after them {after:.2f}")
    finds = max(earlier for earlier, _ in measures[:HEADS])
    follows = max(after for _, after in measures[HEADS:])
    if share < 0.9999 or finds < 0.7 or follows < 0.8:
        sys.exit("this run did not learn the task: nothing written")
    parameters = {name: tensor for name, tensor in model.state_dict().items() if not name.endswith("mask")}
    write_safetensors(WEIGHTS, parameters, {"torch": torch.__version__, "steps": str(STEPS), "seed": str(SEED)})
    GOLDEN.write_text(json.dumps({"torch": torch.__version__, "accuracy": share, "measures": measures,
                                  "cases": goldens(model, generator)}, separators=(",", ":")))


if __name__ == "__main__":
    main()
