// Checks faults: their code, and everything else that a caller can read off them.
import { expect } from "vitest";
import { AttentionError, type ErrorCode, type ErrorValues } from "../../web/api/errors.js";

export interface Fault {
  readonly code: ErrorCode;
  readonly key: string;
  readonly argument?: string;
  /** Values that must be there; others may be. */
  readonly values?: ErrorValues;
  /** What the message must say. */
  readonly says?: readonly (string | number)[];
}

/** What `call` throws, or what the promise that it returns is rejected with. */
export async function faultOf(call: () => unknown): Promise<unknown> {
  try {
    await call();
  } catch (thrown) {
    return thrown;
  }
  return undefined;
}

/** @param ErrorClass of the copy of the module that was called */
export function checkFault(thrown: unknown, fault: Fault, ErrorClass = AttentionError): void {
  const { code, key, argument, values, says = [] } = fault;
  expect(thrown).toBeInstanceOf(ErrorClass);
  const error = thrown as AttentionError;
  expect({ code: error.code, key: error.key }).toEqual({ code, key });
  if (argument !== undefined) expect(error.argument).toBe(argument);
  if (values !== undefined) expect(error.values).toMatchObject(values);
  for (const part of says) expect(error.message).toContain(String(part));
}

export async function expectFault(call: () => unknown, fault: Fault, ErrorClass = AttentionError): Promise<void> {
  checkFault(await faultOf(call), fault, ErrorClass);
}
