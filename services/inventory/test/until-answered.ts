import type { Result } from '@lodging/kernel';
import { DatabaseUnavailable } from '@lodging/kit-postgres';

/**
 * Repeats a request that was refused because the process, or the resource, had no turn for it in time, as clients do.
 * The test's timeout ends it.
 */
export async function untilAnswered<T>(request: () => Promise<Result<T>>): Promise<Result<T>> {
  for (;;) {
    try {
      const result = await request();
      if (result.ok || result.refusal.code !== 'resource_locked') return result;
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error;
    }
  }
}
