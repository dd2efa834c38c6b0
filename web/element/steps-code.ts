// The two classes as the article writes them in PyTorch, and the same pass as one writes it with this package.

import type { CodeLine } from "./attention-code.js";
import type { TensorLike } from "./matrix.js";
import { shortest } from "./numbers.js";
import type { MultiHeadClass, Step, StepsData, StepsSettings } from "./steps-data.js";

export const DIALECTS = ["pytorch", "js"] as const;
export type Dialect = (typeof DIALECTS)[number];

/** A line of code, and the steps it is part of, the one it leads to first. */
function line(text: string, ...steps: readonly Step[]): CodeLine {
  return { text, steps };
}

const SPLIT: readonly CodeLine[] = [
  line("class MultiHeadAttention(nn.Module):"),
  line("    def __init__(self, d_in, d_out,"),
  line("                 context_length, dropout, num_heads, qkv_bias=False):"),
  line("        super().__init__()"),
  line('        assert d_out % num_heads == 0, "d_out must be divisible by num_heads"'),
  line(""),
  line("        self.d_out = d_out"),
  line("        self.num_heads = num_heads"),
  line("        self.head_dim = d_out // num_heads", "heads"),
  line("        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)", "projections"),
  line("        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)", "projections"),
  line("        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)", "projections"),
  line("        self.out_proj = nn.Linear(d_out, d_out)", "output"),
  line("        self.dropout = nn.Dropout(dropout)", "dropped"),
  line(
    "        self.register_buffer('mask', torch.triu(torch.ones(context_length, context_length), diagonal=1))",
    "masked",
  ),
  line(""),
  line("    def forward(self, x):", "input"),
  line("        b, num_tokens, d_in = x.shape", "input"),
  line("        keys = self.W_key(x)", "projections"),
  line("        queries = self.W_query(x)", "projections"),
  line("        values = self.W_value(x)", "projections"),
  line(""),
  line("        keys = keys.view(b, num_tokens, self.num_heads, self.head_dim)", "heads"),
  line("        values = values.view(b, num_tokens, self.num_heads, self.head_dim)", "heads"),
  line("        queries = queries.view(b, num_tokens, self.num_heads, self.head_dim)", "heads"),
  line(""),
  line("        keys = keys.transpose(1, 2)", "heads"),
  line("        queries = queries.transpose(1, 2)", "heads"),
  line("        values = values.transpose(1, 2)", "heads"),
  line(""),
  line("        attn_scores = queries @ keys.transpose(2, 3)", "scores"),
  line("        mask_bool = self.mask.bool()[:num_tokens, :num_tokens]", "masked"),
  line("        attn_scores.masked_fill_(mask_bool, -torch.inf)", "masked"),
  line(""),
  line("        attn_weights = torch.softmax(", "weights"),
  line("            attn_scores / keys.shape[-1]**0.5, dim=-1)", "masked", "weights"),
  line("        attn_weights = self.dropout(attn_weights)", "dropped"),
  line(""),
  line("        context_vec = (attn_weights @ values).transpose(1, 2)", "context", "merged"),
  line("        context_vec = context_vec.contiguous().view(b, num_tokens, self.d_out)", "merged"),
  line("        context_vec = self.out_proj(context_vec)", "output"),
  line("        return context_vec", "output"),
];

const WRAPPER: readonly CodeLine[] = [
  line("class CausalAttention(nn.Module):"),
  line("    def __init__(self, d_in, d_out, context_length,"),
  line("                 dropout, qkv_bias=False):"),
  line("        super().__init__()"),
  line("        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)", "projections"),
  line("        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)", "projections"),
  line("        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)", "projections"),
  line("        self.dropout = nn.Dropout(dropout)", "dropped"),
  line(
    "        self.register_buffer('mask', torch.triu(torch.ones(context_length, context_length), diagonal=1))",
    "masked",
  ),
  line(""),
  line("    def forward(self, x):", "input"),
  line("        b, num_tokens, d_in = x.shape", "input"),
  line("        keys = self.W_key(x)", "projections"),
  line("        queries = self.W_query(x)", "projections"),
  line("        values = self.W_value(x)", "projections"),
  line(""),
  line("        attn_scores = queries @ keys.transpose(1, 2)", "scores"),
  line("        attn_scores.masked_fill_(", "masked"),
  line("            self.mask.bool()[:num_tokens, :num_tokens], -torch.inf)", "masked"),
  line("        attn_weights = torch.softmax(", "weights"),
  line("            attn_scores / keys.shape[-1]**0.5, dim=-1)", "masked", "weights"),
  line("        attn_weights = self.dropout(attn_weights)", "dropped"),
  line(""),
  line("        context_vec = attn_weights @ values", "context"),
  line("        return context_vec", "context"),
  line(""),
  line("class MultiHeadAttentionWrapper(nn.Module):"),
  line("    def __init__(self, d_in, d_out, context_length,"),
  line("                 dropout, num_heads, qkv_bias=False):"),
  line("        super().__init__()"),
  line("        self.heads = nn.ModuleList(", "heads"),
  line("            [CausalAttention(d_in, d_out, context_length, dropout, qkv_bias)", "heads"),
  line("             for _ in range(num_heads)]", "heads"),
  line("        )"),
  line(""),
  line("    def forward(self, x):", "input"),
  line("        return torch.cat([head(x) for head in self.heads], dim=-1)", "merged", "heads", "output"),
];

// More numbers than this are not read one by one, and would fill the screen.
const WIDEST_ROW = 8;
const MOST_ROWS = 18;

/** The batch, a token a line. */
function inputLines({ shape, data }: TensorLike): CodeLine[] {
  const [batch = 0, tokens = 0, width = 0] = shape;
  if (width > WIDEST_ROW || batch * tokens > MOST_ROWS) {
    return [line('const x = await (await fetch("x.json")).json();', "input")];
  }
  const rows = Array.from({ length: batch * tokens }, (_, row) => {
    const values = Array.from({ length: width }, (_value, column) => literal(data[row * width + column] ?? 0));
    const [open, close] = [row % tokens === 0 ? "[" : " ", (row + 1) % tokens === 0 ? "]" : ""];
    return line(`  ${open}[${values.join(", ")}]${close},`, "input");
  });
  return [line("const x = [", "input"), ...rows, line("];", "input")];
}

/** A float32 as JavaScript writes it. */
function literal(value: number): string {
  if (Number.isFinite(value)) return shortest(value);
  return Number.isNaN(value) ? "NaN" : value > 0 ? "Infinity" : "-Infinity";
}

function seedLiteral(seed: string): string {
  const value = Number(seed);
  return Number.isSafeInteger(value) ? String(value) : `${BigInt(seed)}n`;
}

function optionLines(settings: StepsSettings): CodeLine[] {
  const { dIn, dOut, contextLength, numHeads, dropout, dropoutMethod, qkvBias } = settings;
  const more = [
    ...(dropout === 0 ? [] : [`dropout: ${dropout}`]),
    ...(dropoutMethod === "default" ? [] : [`dropoutMethod: "${dropoutMethod}"`]),
    ...(qkvBias ? ["qkvBias: true"] : []),
  ];
  return [
    line(`  dIn: ${dIn}, dOut: ${dOut}, contextLength: ${contextLength}, numHeads: ${numHeads},`, "projections"),
    ...(more.length === 0 ? [] : [line(`  ${more.join(", ")},`, "dropped")]),
  ];
}

/** The pass with this package: the fields of a trace stand in the order the data flows. */
function jsLines({ className, settings, x }: StepsData): CodeLine[] {
  const isSplit = className === "MultiHeadAttention";
  return [
    line(`import init, { manualSeed, ${className} } from "mha-wasm";`),
    line(""),
    line("await init();"),
    line(`manualSeed(${seedLiteral(settings.seed)});`),
    line(`const mha = new ${className}({`, "projections"),
    ...optionLines(settings),
    line("});", "projections"),
    ...(settings.isEdited
      ? [line('mha.loadStateDict(await (await fetch("weights.json")).json(), { strict: false });', "projections")]
      : []),
    ...(settings.training ? [] : [line("mha.eval();", "dropped")]),
    line(""),
    ...inputLines(x),
    line(""),
    line("const {"),
    line("  queries, keys, values,", "heads", "projections"),
    line("  scores,", "scores"),
    line("  scaled, masked,", "masked"),
    line("  weights,", "weights"),
    line("  dropoutMask, droppedWeights,", "dropped"),
    line("  context,", "context"),
    ...(isSplit ? [line("  merged,", "merged"), line("  output,", "output")] : [line("  output,", "merged", "output")]),
    line("} = mha.trace(x);"),
    line(""),
    line("console.log(String(output));", ...(isSplit ? (["output"] as const) : (["merged", "output"] as const))),
    line("mha.dispose();"),
  ];
}

export function codeOf(dialect: Dialect, data: StepsData): readonly CodeLine[] {
  if (dialect === "js") return jsLines(data);
  return pytorchOf(data.className);
}

export function pytorchOf(className: MultiHeadClass): readonly CodeLine[] {
  return className === "MultiHeadAttention" ? SPLIT : WRAPPER;
}
