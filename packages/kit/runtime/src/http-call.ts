import type { Attributes, Span } from '@opentelemetry/api';
import { SpanKind } from '@opentelemetry/api';
import { errorType } from './error-type.ts';
import { histogram } from './instruments.ts';
import { failSpan, inSpan } from './spans.ts';

export interface HttpCall {
  /** The kind of stranger, of which there are few. */
  readonly peer: string;
  readonly method: string;
  /** The path without ids, where it may be named. */
  readonly template?: string;
  readonly attributes?: Attributes;
  /** The trace that the call belongs to, where it is not the one under way. */
  readonly traceparent?: string | undefined;
}

/** No status: no answer came, and `failed` says why. */
export interface HttpEnding {
  readonly status?: number | undefined;
  readonly failed?: string | undefined;
}

const duration = histogram({
  name: 'http.client.request.duration',
  unit: 's',
  description: "How long one try at the payment provider, a calendar's server or a webhook receiver takes.",
});

export async function asHttpCall<T>(
  call: HttpCall,
  work: (span: Span) => Promise<T>,
  endingOf: (done: T) => HttpEnding,
): Promise<T> {
  const { peer, method, template } = call;
  const measured = { 'lodging.peer': peer, 'http.request.method': method };
  const named = template === undefined ? {} : { 'url.template': template };
  const options = {
    kind: SpanKind.CLIENT,
    attributes: { ...measured, ...named, ...call.attributes },
    traceparent: call.traceparent,
  };
  const name = template === undefined ? method : `${method} ${template}`;
  return inSpan(name, options, async (span) => {
    const began = performance.now();
    const end = (ending: HttpEnding): void => {
      const labels = labelsOf(ending);
      duration.record((performance.now() - began) / 1000, { ...measured, ...labels });
      if (!span.isRecording()) return;
      span.setAttributes(labels);
      if ('error.type' in labels) failSpan(span, labels['error.type']);
    };
    try {
      const done = await work(span);
      end(endingOf(done));
      return done;
    } catch (error) {
      end({ failed: errorType(error) });
      throw error;
    }
  });
}

const FIRST_ERROR = 400;

function labelsOf({ status, failed }: HttpEnding) {
  const why = failed ?? (status !== undefined && status >= FIRST_ERROR ? String(status) : undefined);
  return {
    ...(status === undefined ? {} : { 'http.response.status_code': status }),
    ...(why === undefined ? {} : { 'error.type': why }),
  };
}
