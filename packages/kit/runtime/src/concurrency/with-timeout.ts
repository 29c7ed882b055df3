/**
 * The outcome of the work, or `makeError()` once `timeoutMs` are over. The work itself goes on: pass it a signal where it
 * must end too.
 */
export async function withTimeout<T>(
  work: Promise<T>,
  timeoutMs: number,
  makeError: () => Error,
): Promise<T> {
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(() => timeout.reject(makeError()), timeoutMs);
  try {
    return await Promise.race([work, timeout.promise]);
  } finally {
    clearTimeout(timer);
  }
}
