// Reading the JSON of tests/golden/.
#include "support/golden.h"

#include <algorithm>
#include <fstream>
#include <limits>
#include <map>
#include <stdexcept>

#include <nlohmann/json.hpp>

namespace mha::test {

namespace {

// Ordered: a state_dict's order is part of what is compared.
using Json = nlohmann::ordered_json;

// Each file once.
const Json& read(const std::string& name) {
  static std::map<std::string, Json> files;
  const auto [found, missing] = files.try_emplace(name);
  if (!missing) {
    return found->second;
  }
  std::ifstream file(std::string(MHA_GOLDEN) + "/" + name);
  if (!file) {
    throw std::runtime_error("cannot read " + name);
  }
  found->second = Json::parse(file);
  return found->second;
}

double number_of(const Json& value) {
  if (!value.is_string()) {
    return value.get<double>();
  }
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const auto& text = value.get_ref<const std::string&>();
  return text == "inf" ? kInfinity : text == "-inf" ? -kInfinity : std::numeric_limits<double>::quiet_NaN();
}

DoubleArray doubles_of(const Json& tensor) {
  DoubleArray array = xt::zeros<double>(tensor.at("shape").get<Shape>());
  const Json& data = tensor.at("data");
  std::transform(data.begin(), data.end(), array.begin(), number_of);
  return array;
}

Array array_of(const Json& tensor) { return xt::cast<float>(doubles_of(tensor)); }

StateDict tensors_of(const Json& object) {
  StateDict tensors;
  for (const auto& [name, tensor] : object.items()) {
    tensors.emplace_back(name, array_of(tensor));
  }
  return tensors;
}

std::uint64_t seed_of(const Json& seed) {
  return seed.is_string() ? static_cast<std::uint64_t>(std::stoll(seed.get<std::string>())) : seed.get<std::uint64_t>();
}

Recipe recipe_of(const Json& pass) {
  const Json args = pass.value("args", Json::object());
  return {pass.at("kind").get<std::string>(),
          {.d_in = args.value("d_in", std::size_t{3}),
           .d_out = args.value("d_out", std::size_t{3}),
           .context_length = args.value("context_length", std::size_t{1}),
           .dropout = args.value("dropout", 0.0),
           .qkv_bias = args.value("qkv_bias", false)},
          args.value("num_heads", std::size_t{1})};
}

void add_batch_axis(Array& tensor) {
  Shape shape = shape_of(tensor);
  shape.insert(shape.begin(), 1);
  tensor.reshape(shape);
}

GoldenPass pass_of(const Json& pass, const Json& input) {
  GoldenPass result{.name = pass.value("name", pass.at("kind").get<std::string>()),
                    .recipe = recipe_of(pass),
                    .seed = pass.contains("seed") ? seed_of(pass.at("seed")) : 0,
                    .training = pass.value("training", false),
                    .input = {},
                    .state = tensors_of(pass.value("state_dict", Json::object())),
                    .trace = tensors_of(pass.at("trace")),
                    .output_float64 = {}};
  Array x = array_of(input);
  if (x.dimension() == 2) {
    add_batch_axis(x);
    for (NamedArray& stage : result.trace) {
      add_batch_axis(stage.second);
    }
  }
  result.input = x;
  if (pass.contains("output_float64")) {
    result.output_float64 = doubles_of(pass.at("output_float64"));
  }
  return result;
}

GoldenDraws draws_of(const Json& draws, const char* drawn) {
  return {.seed = seed_of(draws.at("seed")),
          .drawn = array_of(draws.at(drawn)),
          .next = draws.contains("next_rand") ? elements(array_of(draws.at("next_rand"))) : std::vector<float>(),
          .p = draws.value("p", 0.0)};
}

}  // namespace

std::vector<GoldenPass> book_passes(const std::string& kind) {
  const Json& book = read("book.json");
  std::vector<GoldenPass> passes;
  for (const Json& pass : book.at("cases")) {
    if (pass.at("kind") == kind) {
      passes.push_back(pass_of(pass, book.at(pass.at("input").get<std::string>())));
    }
  }
  return passes;
}

Array book_print(const std::string& name) {
  const auto rows = read("book.json").at("printed").at(name).get<std::vector<std::vector<float>>>();
  Array printed = xt::zeros<float>(Shape{rows.size(), rows.front().size()});
  float* to = printed.data();
  for (const std::vector<float>& row : rows) {
    to = std::copy(row.begin(), row.end(), to);
  }
  return printed;
}

std::vector<GoldenPass> random_passes() {
  const Json& random = read("random.json");
  std::vector<GoldenPass> passes;
  for (const Json& pass : random.at("cases")) {
    passes.push_back(pass_of(pass, pass.at("input")));
    passes.back().name = "case " + std::to_string(passes.size() - 1) + ", " + passes.back().recipe.kind;
  }
  return passes;
}

std::vector<GoldenDraws> uniform_draws() {
  std::vector<GoldenDraws> draws;
  for (const Json& draw : read("rng.json").at("uniform")) {
    draws.push_back(draws_of(draw, "rand"));
  }
  return draws;
}

std::vector<GoldenDraws> dropout_draws() {
  std::vector<GoldenDraws> draws;
  for (const Json& draw : read("rng.json").at("dropout")) {
    draws.push_back(draws_of(draw, "of_ones"));
  }
  return draws;
}

std::vector<GoldenLinear> linear_draws() {
  std::vector<GoldenLinear> layers;
  for (const Json& layer : read("rng.json").at("linear")) {
    layers.push_back({.seed = seed_of(layer.at("seed")),
                      .in = layer.at("in_features").get<std::size_t>(),
                      .out = layer.at("out_features").get<std::size_t>(),
                      .bias = layer.at("bias").get<bool>(),
                      .state = tensors_of(layer.at("state_dict")),
                      .next = elements(array_of(layer.at("next_rand")))});
  }
  return layers;
}

}  // namespace mha::test
