// "mha-wasm/widget" where there is nothing to draw on: on a server, in a test runner.

export default { render: () => () => undefined };
