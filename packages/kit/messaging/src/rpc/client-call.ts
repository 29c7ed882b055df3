import { inSpan, SpanKind } from '@lodging/kit-runtime';
import { attributesOf, OK, recordClientCall } from './call-metrics.ts';
import type { CallOutcome } from './call-metrics.ts';
import type { Answered } from './send-request.ts';
import { Unavailable } from '../bus/unavailable.ts';

/** Runs a call in a client span and records its duration. */
export function traceClientCall(subject: string, call: () => Promise<Answered>): Promise<Answered> {
  const attributes = { 'rpc.system.name': 'nats', 'rpc.method': subject };
  return inSpan(subject, { kind: SpanKind.CLIENT, attributes }, async (span) => {
    const startedAt = performance.now();
    let outcome: CallOutcome = OK;
    try {
      const answered = await call();
      if (answered.reply.kind === 'refusal') outcome = { status: answered.reply.refusal.code };
      return answered;
    } catch (error) {
      outcome = { errorType: error instanceof Unavailable ? error.reason : 'fault' };
      throw error;
    } finally {
      recordClientCall(subject, outcome, startedAt);
      if (span.isRecording()) span.setAttributes(attributesOf(outcome));
    }
  });
}
