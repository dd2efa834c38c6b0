// Keep decisions against PyTorch's, without and with MKL.
#include "layers/dropout.h"

#include "support/catch.h"
#include "support/golden.h"

using mha::Dropout;
using mha::DropoutMethod;
using mha::Generator;

namespace {

using Kept = std::vector<std::uint8_t>;

Kept draw(const Dropout& dropout, std::size_t count) {
  Kept kept(count, 7);
  Dropout::Stream(dropout).draw(kept);
  return kept;
}

// "111111 010000 ..." as decisions
Kept decisions(const std::string& text) {
  Kept kept;
  for (const char letter : text) {
    if (letter != ' ') {
      kept.push_back(letter == '1' ? 1 : 0);
    }
  }
  return kept;
}

}  // namespace

TEST_CASE("dropout keeps what PyTorch keeps, scales it alike, and draws as much") {
  for (const auto& golden : mha::test::dropout_draws()) {
    CAPTURE(golden.seed, golden.p);
    const auto generator = std::make_shared<Generator>(golden.seed);
    const Dropout dropout(golden.p, DropoutMethod::kDefault, generator);
    std::vector<float> of_ones;
    for (const std::uint8_t keep : draw(dropout, golden.drawn.size())) {
      of_ones.push_back(keep != 0 ? dropout.scale() : 0.0F);
    }
    CHECK(mha::test::difference(of_ones, mha::test::elements(golden.drawn)) == "");
    for (const float next : golden.next) {
      CHECK(generator->uniform() == next);
    }
  }
}

TEST_CASE("with MKL seed 123 keeps what readers of the book report (LLMs-from-scratch#57)") {
  const auto generator = std::make_shared<Generator>(123);
  const Dropout dropout(0.5, DropoutMethod::kMkl, generator);
  CHECK(draw(dropout, 36) == decisions("111111 010000 001010 110001 100001 010000"));
  Generator twin(123);
  twin.random();
  CHECK(generator->random() == twin.random());
}

TEST_CASE("one stream goes on over parts, of both methods") {
  for (const DropoutMethod method : {DropoutMethod::kDefault, DropoutMethod::kMkl}) {
    const Dropout whole(0.3, method, std::make_shared<Generator>(9));
    const Dropout parts(0.3, method, std::make_shared<Generator>(9));
    Kept kept(100);
    Dropout::Stream stream(parts);
    const std::span<std::uint8_t> all(kept);
    stream.draw(all.subspan(0, 13));
    stream.draw(all.subspan(13, 0));
    stream.draw(all.subspan(13));
    CHECK(kept == draw(whole, 100));
  }
}

TEST_CASE("p = 0 keeps all, p = 1 none, and neither draws") {
  for (const DropoutMethod method : {DropoutMethod::kDefault, DropoutMethod::kMkl}) {
    const auto generator = std::make_shared<Generator>(5);
    CHECK(draw(Dropout(0.0, method, generator), 9) == Kept(9, 1));
    CHECK(draw(Dropout(1.0, method, generator), 9) == Kept(9, 0));
    CHECK(generator->random() == Generator(5).random());
  }
}

TEST_CASE("kept weights are multiplied by 1 / (1 - p), and by 0 where none is kept") {
  const auto scale = [](double p) { return Dropout(p, DropoutMethod::kDefault, nullptr).scale(); };
  CHECK(scale(0.0) == 1.0F);
  CHECK(scale(0.5) == 2.0F);
  CHECK(scale(1.0) == 0.0F);
  // 1 - p is rounded to float before the division.
  for (int percent = 1; percent < 100; ++percent) {
    const double p = percent / 100.0;
    CHECK(scale(p) == 1.0F / static_cast<float>(1.0 - p));
  }
}

TEST_CASE("about 1 - p of the weights are kept") {
  for (const DropoutMethod method : {DropoutMethod::kDefault, DropoutMethod::kMkl}) {
    for (const double p : {0.1, 0.5, 0.9}) {
      const Kept kept = draw(Dropout(p, method, std::make_shared<Generator>(77)), 20000);
      const auto count = static_cast<double>(std::count(kept.begin(), kept.end(), 1));
      CHECK(std::abs(count / 20000 - (1 - p)) < 0.02);
    }
  }
}
