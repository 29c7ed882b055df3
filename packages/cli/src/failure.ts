import { exitCodes } from './exit-codes.ts';
import type { ExitCode } from './exit-codes.ts';

export class Failure extends Error {
  override readonly name = 'Failure';
  readonly exitCode: ExitCode;

  constructor(exitCode: ExitCode, message: string) {
    super(message);
    this.exitCode = exitCode;
  }
}

export const usage = (message: string): Failure => new Failure(exitCodes.usage, message);
export const failed = (message: string): Failure => new Failure(exitCodes.failed, message);

/** A refusal of the admin API. */
export class Refused extends Failure {
  readonly code: string;
  readonly status: number;

  constructor(problem: { status: number; code: string; detail: string; requestId: string | null }) {
    const { status, code, detail, requestId } = problem;
    super(exitCodes.failed, `${detail} (${code}${requestId === null ? '' : `, request ${requestId}`})`);
    this.code = code;
    this.status = status;
  }
}
