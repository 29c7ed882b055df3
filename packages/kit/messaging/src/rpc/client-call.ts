import { inSpan, SpanKind } from '@lodging/kit-runtime';
import { attributesOf, OK, recordClientCall } from './call-metrics.ts';
import type { CallEnding } from './call-metrics.ts';
import type { Answered } from './send-request.ts';
import { Unavailable } from '../bus/unavailable.ts';

export function asClientCall(subject: string, ask: () => Promise<Answered>): Promise<Answered> {
  const attributes = { 'rpc.system.name': 'nats', 'rpc.method': subject };
  return inSpan(subject, { kind: SpanKind.CLIENT, attributes }, async (span) => {
    const beganAt = performance.now();
    let ending: CallEnding = OK;
    try {
      const answered = await ask();
      if (answered.reply.kind === 'refusal') ending = { status: answered.reply.refusal.code };
      return answered;
    } catch (error) {
      ending = endingOf(error);
      throw error;
    } finally {
      recordClientCall(subject, ending, beganAt);
      if (span.isRecording()) span.setAttributes(attributesOf(ending));
    }
  });
}

function endingOf(error: unknown): CallEnding {
  return { status: undefined, failed: error instanceof Unavailable ? error.reason : 'fault' };
}
