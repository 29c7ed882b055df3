import { issueMessage } from './issue-message.ts';
import type { Issue } from './issue-message.ts';
import type { Problem } from './problem.ts';

export interface FieldError {
  readonly pointer: string;
  readonly message: string;
}

/** A request may have as many faults as bytes, and its answer must be small. */
const MAX_ERRORS = 20;
const MAX_IN_DETAIL = 3;
/** Keys of a body are part of pointers, and may be as long as the body. */
const MAX_CHARACTERS = 300;
const MAX_DETAIL_CHARACTERS = 1_000;

/** From a ZodError, or from another error with its issues. */
export function validationProblem({ issues }: { readonly issues: readonly Issue[] }): Problem {
  const named = issues.slice(0, MAX_ERRORS);
  const errors = named.map((issue) => ({ pointer: pointerTo(issue.path), message: issueMessage(issue) }));
  return invalidFields(errors, issues.length);
}

/** `errorCount`: the number of all faults, of which `errors` are the first. */
export function invalidFields(errors: readonly FieldError[], errorCount = errors.length): Problem {
  const extra = boundedErrors({ errors, errorCount });
  const detail = detailOf(extra.errors, errorCount);
  return { code: 'validation_failed', detail, extra };
}

/** Names the first fields; the message of one alone says what it must be. */
function detailOf(errors: readonly FieldError[], errorCount: number): string {
  const [first] = errors;
  const reason = errorCount === 1 && first !== undefined ? `: ${first.message.replace(/\.$/, '')}` : '';
  if (first === undefined || first.pointer === '') return `The request body is invalid${reason}.`;
  const pointers = errors.slice(0, MAX_IN_DETAIL).map(({ pointer }) => pointer || 'its top level');
  const others = errorCount - pointers.length;
  return `The request is invalid at ${pointers.join(', ')}${others > 0 ? ` and ${others} more` : ''}${reason}.`;
}

/** A problem of the code `validation_failed` names its first faults and their number, whichever check found them. */
export function withBoundedErrors(problem: Problem): Problem {
  if (problem.code !== 'validation_failed') return problem;
  const { errors, errorCount } = problem.extra ?? {};
  const named = Array.isArray(errors) ? errors.filter(isFieldError) : [];
  const found = named.length > 0 ? named : [{ pointer: '', message: problem.detail }];
  const count = typeof errorCount === 'number' ? errorCount : found.length;
  const extra = { ...problem.extra, ...boundedErrors({ errors: found, errorCount: count }) };
  return { ...problem, detail: shortened(problem.detail, MAX_DETAIL_CHARACTERS), extra };
}

function boundedErrors({ errors, errorCount }: { errors: readonly FieldError[]; errorCount: number }) {
  const named = errors.slice(0, MAX_ERRORS).map(({ pointer, message }) => ({
    pointer: shortened(pointer),
    message: shortened(message),
  }));
  return { errors: named, errorCount };
}

function isFieldError(error: unknown): error is FieldError {
  const { pointer, message }: { pointer?: unknown; message?: unknown } = Object(error);
  return typeof pointer === 'string' && typeof message === 'string';
}

/** The cut may halve a surrogate pair. */
function shortened(text: string, max = MAX_CHARACTERS): string {
  return text.length <= max ? text : `${text.slice(0, max).toWellFormed()}…`;
}

/** A JSON Pointer (RFC 6901). */
export function pointerTo(path: readonly PropertyKey[]): string {
  return path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
