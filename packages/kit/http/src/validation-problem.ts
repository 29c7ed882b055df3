import type { Problem } from './problems.ts';

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

export interface FieldError {
  readonly pointer: string;
  readonly message: string;
}

/** From a ZodError, or from another error with its issues. */
export function validationProblem(error: { readonly issues: readonly Issue[] }): Problem {
  const errors = error.issues.map(({ path, message }) => ({ pointer: pointerTo(path), message }));
  return invalidFields(errors);
}

export function invalidFields(errors: readonly FieldError[]): Problem {
  const where = errors.map(({ pointer }) => pointer || 'the body').join(', ');
  return { code: 'validation_failed', detail: `The request does not fit at ${where}.`, extra: { errors } };
}

/** A JSON Pointer (RFC 6901). */
export function pointerTo(path: readonly PropertyKey[]): string {
  return path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
