import { withUnknownOutcome } from '../../domain/audit/audit.ts';
import type { AuditEntry, AuditSource, AuditAction } from '../../domain/audit/audit.ts';
import type { GatewayDeps } from '../../ports/deps.ts';
import { auditEntry } from './audit-entry.ts';

export type AuditedCallDeps = Pick<GatewayDeps, 'audit' | 'clock' | 'newId'>;

type Outcome =
  | { readonly ok: true; readonly replayed?: boolean }
  | { readonly ok: false; readonly refusal: { readonly code: string } };

/** what the answer adds to the action: another target, further changes. */
export type Learned = Partial<Pick<AuditAction, 'target' | 'changes'>>;

/**
 * Records a change that another service makes. The entry is stored before the request and completed after it, so that it
 * survives a crash of this process. If the entry cannot be stored, no request is sent. A refusal leaves no entry.
 */
export async function auditedCall<Answer extends Outcome>(
  deps: AuditedCallDeps,
  source: AuditSource,
  action: AuditAction,
  { call, learn }: { call: () => Promise<Answer>; learn?: (answer: Answer & { ok: true }) => Learned },
): Promise<Answer> {
  const { audit } = deps;
  const entry = auditEntry(deps, source, action);
  await audit.begin(entry);
  let answer: Answer;
  try {
    answer = await call();
  } catch (error) {
    await ignoreFailure(audit.complete(withUnknownOutcome(entry)));
    throw error;
  }
  if (isDone(answer)) await ignoreFailure(audit.complete(withLearned(entry, learn?.(answer))));
  else if (isUnanswered(answer)) await ignoreFailure(audit.complete(withUnknownOutcome(entry)));
  else await ignoreFailure(audit.withdraw(entry.id));
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

/** The change is made, so a failure here must not fail the request: a timer completes the entry with an unknown outcome. */
async function ignoreFailure(write: Promise<void>): Promise<void> {
  await write.catch(() => undefined);
}
