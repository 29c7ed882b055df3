import type { InboxMark } from '@lodging/kit-runtime';
import type { Page, Result, RowPage } from '@lodging/kernel';
import type {
  Conflict,
  ConflictReport,
  ConflictStatus,
  ConflictUpdate,
  MovedStay,
  Resolution,
} from '../domain/conflicts/conflict.ts';

/** `opened`: new, or resolved before and open again. */
export type ConflictOutcome = 'opened' | 'updated' | 'unchanged';

export interface ConflictRepository {
  /**
   * Opens one conflict for each event, reservation and resource, however often it is reported. `update` decides about
   * one that exists; null leaves it as it is. A report older than the last one changes nothing.
   */
  report(
    tenantId: string,
    newId: string,
    report: ConflictReport,
    update: (known: Conflict, options: { readonly isRollingWindow: boolean }) => ConflictUpdate | null,
    mark: InboxMark,
  ): Promise<ConflictOutcome>;
  list(tenantId: string, status: ConflictStatus | undefined, page: Page): Promise<RowPage<Conflict>>;
  find(tenantId: string, id: string): Promise<Conflict | undefined>;
  /** Resolves open conflicts of a stay whose claim was moved out of their way. */
  resolveCured(tenantId: string, moved: MovedStay, mark: InboxMark): Promise<void>;
  /** `decide` runs under a lock on the row. */
  change(
    tenantId: string,
    id: string,
    decide: (conflict: Conflict) => Result<{ readonly status: Resolution }>,
  ): Promise<Result<Conflict>>;
}
