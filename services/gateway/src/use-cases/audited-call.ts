import { withUnknownOutcome } from '../domain/audit.ts';
import type { AuditEntry, AuditSource, Deed } from '../domain/audit.ts';
import type { AuditTrail } from '../ports.ts';
import { auditEntry } from './audit-entry.ts';
import type { AuditDeps } from './audit-entry.ts';

export interface AuditedCallDeps extends AuditDeps {
  readonly audit: Pick<AuditTrail, 'begin' | 'complete' | 'withdraw'>;
}

type Outcome =
  | { readonly ok: true; readonly replayed?: boolean }
  | { readonly ok: false; readonly refusal: { readonly code: string } };

/** What the answer tells beyond the deed: another target, further changes. */
export type Learned = Partial<Pick<Deed, 'target' | 'changes'>>;

/**
 * A change that another service makes. The entry is stored before the request and completed after it, so that it
 * survives a crash of this process at any moment. Without storing it, nothing is requested. A refusal leaves no entry.
 */
export async function auditedCall<Answer extends Outcome>(
  deps: AuditedCallDeps,
  source: AuditSource,
  deed: Deed,
  { call, learn }: { call: () => Promise<Answer>; learn?: (answer: Answer & { ok: true }) => Learned },
): Promise<Answer> {
  const { audit } = deps;
  const entry = auditEntry(deps, source, deed);
  await audit.begin(entry);
  let answer: Answer;
  try {
    answer = await call();
  } catch (error) {
    await settled(audit.complete(withUnknownOutcome(entry)));
    throw error;
  }
  if (isDone(answer)) await settled(audit.complete(withLearned(entry, learn?.(answer))));
  else if (isUnanswered(answer)) await settled(audit.complete(withUnknownOutcome(entry)));
  else await settled(audit.withdraw(entry.id));
  return answer;
}

function withLearned(entry: AuditEntry, { target = entry.target, changes = [] }: Learned = {}): AuditEntry {
  return { ...entry, target, changes: [...entry.changes, ...changes] };
}

function isDone<Answer extends Outcome>(answer: Answer): answer is Answer & { ok: true } {
  return answer.ok && answer.replayed !== true;
}

function isUnanswered(answer: Outcome): boolean {
  return !answer.ok && answer.refusal.code === 'service_unavailable';
}

/** The request is done, so a failure here must not fail it: the timer completes the entry, with an unknown outcome. */
async function settled(write: Promise<void>): Promise<void> {
  await write.catch(() => undefined);
}
