import { holdToDocument } from '../harness/hold-to-document.ts';
import type { HostileRequest } from './hostile-request.ts';
import type { Operation } from './operations.ts';
import type { Outcome } from './send.ts';

export interface FaultOptions {
  readonly baseUrl: string;
  /** A text that stands in every record of the other tenant. */
  readonly foreignMarker: string;
}

const MAX_PROBLEM_BYTES = 64 * 1024;
const MAX_NAMED_ERRORS = 20;

/** Refusals of the protocol, which any operation may answer. */
const OF_THE_PROTOCOL = new Set([400, 404, 405, 408, 413, 414, 415, 431]);

/** What is wrong with an answer; empty where it keeps the contract. */
export async function findFaults(
  { baseUrl, foreignMarker }: FaultOptions,
  operation: Operation,
  { method, path }: HostileRequest,
  outcome: Outcome,
): Promise<string[]> {
  if (outcome.kind === 'none') return [`no answer: ${outcome.reason}`];
  const { status, type, text } = outcome;
  const faults: string[] = [];
  if (status >= 500 && status !== 503) faults.push(`status ${status}: ${text.slice(0, 300)}`);
  if (text.includes(foreignMarker)) faults.push('the answer shows a record of another tenant');
  const body = parsed(type, text);
  if (status >= 400) {
    faults.push(...problemFaults(status, type, body));
    if (Buffer.byteLength(text) > MAX_PROBLEM_BYTES) faults.push(`a problem of ${text.length} characters`);
  }
  if (operation.statuses.has(status)) {
    await holdToDocument(baseUrl, { method, path }, { status, body }).catch((error: Error) =>
      faults.push(error.message),
    );
  } else if (!OF_THE_PROTOCOL.has(status)) faults.push(`status ${status} is not in the document`);
  return faults;
}

function problemFaults(status: number, type: string, body: unknown): string[] {
  if (!type.startsWith('application/problem+json')) return [`${status} is of type ${type}`];
  const { code, status: inBody } = Object(body) as { code?: unknown; status?: unknown };
  if (typeof code !== 'string' || inBody !== status)
    return [`${status} is no problem: ${JSON.stringify(body)}`];
  const { errors, errorCount } = Object(body) as { errors?: unknown; errorCount?: unknown };
  if (code !== 'validation_failed') return [];
  const named = Array.isArray(errors) ? errors.length : 0;
  const isBounded = named >= 1 && named <= MAX_NAMED_ERRORS && Number(errorCount) >= named;
  return isBounded ? [] : [`${named} errors are named of ${String(errorCount)}`];
}

function parsed(type: string, text: string): unknown {
  if (!type.includes('json')) return text;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
