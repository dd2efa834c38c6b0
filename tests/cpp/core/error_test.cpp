// What an Error carries, and the checks that all layers share.
#include "core/error.h"

#include <limits>

#include "support/catch.h"
#include "support/errors.h"

using mha::Error;
using mha::ErrorCode;
using mha::Shape;
using mha::test::error_of;
using mha::test::value_of;

TEST_CASE("an error carries its code, argument, key, message and values") {
  const Error error = Error(ErrorCode::kUnsupported, "x", "some.key", "what went wrong: {} in {}, {}")
                          .with("size", 2)
                          .with("shape", Shape{2, 3})
                          .say("{}")
                          .keep("number", 0.5);
  CHECK(error.code() == ErrorCode::kUnsupported);
  CHECK(error.argument() == "x");
  CHECK(error.key() == "some.key");
  CHECK(std::string(error.what()) == "what went wrong: 2 in (2, 3), {}");
  CHECK(error.values().size() == 3);
  CHECK(value_of<double>(error, "size") == 2.0);
  CHECK(value_of<double>(error, "number") == 0.5);
  CHECK(value_of<Shape>(error, "shape") == Shape{2, 3});
}

TEST_CASE("a size must be at least 1") {
  CHECK_FALSE(error_of([] { mha::require_size("Operation", "d_in", 1); }));
  const auto error = error_of([] { mha::require_size("Operation", "d_in", 0); });
  REQUIRE(error);
  CHECK(error->code() == ErrorCode::kValue);
  CHECK(error->argument() == "d_in");
  CHECK(error->key() == "size.positive");
  CHECK(std::string(error->what()) == "Operation: d_in must be at least 1, got 0");
  CHECK(value_of<double>(*error, "value") == 0.0);
}

TEST_CASE("memory that is there is not refused") {
  CHECK_FALSE(error_of([] { mha::require_memory({"Operation"}, 0.0); }));
  CHECK_FALSE(error_of([] { mha::require_memory({"Operation"}, 1e6); }));
}

TEST_CASE("memory that cannot be addressed is refused, whatever its size") {
  for (const double bytes : {0x1p63, 0x1p64, 1e30}) {
    const auto error = error_of([&] { mha::require_memory({"Operation"}, bytes); });
    REQUIRE(error);
    CHECK(error->code() == ErrorCode::kOutOfMemory);
    CHECK(error->key() == "memory");
    CHECK(value_of<double>(*error, "bytes") == bytes);
    CHECK(value_of<std::string>(*error, "operation") == "Operation");
  }
}

TEST_CASE("the message of out of memory spells the bytes out") {
  const auto message = [](double bytes) {
    return std::string(error_of([&] { mha::throw_out_of_memory({"Operation"}, bytes); }).value().what());
  };
  CHECK_THAT(message(7), Catch::Matchers::StartsWith("Operation needs 7 bytes,"));
  CHECK_THAT(message(123456), Catch::Matchers::StartsWith("Operation needs 123,456 bytes,"));
  CHECK_THAT(message(0x1p40), Catch::Matchers::StartsWith("Operation needs 1,099,511,627,776 bytes,"));
  CHECK_THAT(message(0x1p66), Catch::Matchers::StartsWith("Operation needs more than 2^64 bytes,"));
}

TEST_CASE("a real number is written to six decimals") {
  CHECK(mha::to_string(0.0) == "0.000000");
  CHECK(mha::to_string(1.1) == "1.100000");
  CHECK(mha::to_string(-0.25) == "-0.250000");
  CHECK(mha::to_string(0.9999996) == "1.000000");
  CHECK(mha::to_string(1234.000001) == "1234.000001");
  CHECK(mha::to_string(999999999.0) == "999999999.000000");
  CHECK(mha::to_string(1e9) == "more than 1e9");
  CHECK(mha::to_string(-1e300) == "less than -1e9");
  CHECK(mha::to_string(std::numeric_limits<double>::infinity()) == "more than 1e9");
  CHECK(mha::to_string(std::numeric_limits<double>::quiet_NaN()) == "nan");
}
