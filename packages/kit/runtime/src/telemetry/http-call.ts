import type { Attributes, Span } from '@opentelemetry/api';
import { SpanKind } from '@opentelemetry/api';
import { errorType } from './error-type.ts';
import { histogram } from './instruments.ts';
import { failSpan, inSpan } from './spans.ts';

export interface HttpCall {
  /** The kind of server: `provider`, `feed` or `webhook`. It is a label, so there are few. */
  readonly peer: string;
  readonly method: string;
  /** The path with `:id` for each id, where it is not a secret. */
  readonly template?: string;
  /** On the span alone. */
  readonly attributes?: Attributes;
  /** The trace that the call belongs to, where it is not the active one. */
  readonly traceparent?: string | undefined;
}

/** A response has a status; a call without one has an error type. */
export interface HttpOutcome {
  readonly status?: number | undefined;
  readonly errorType?: string | undefined;
}

const duration = histogram({
  name: 'http.client.request.duration',
  unit: 's',
  description: 'Duration of one call to a server outside, each attempt by itself.',
});

const FIRST_ERROR_STATUS = 400;

/** Runs `work` in a client span and records its duration. `outcomeOf` reads the outcome from what `work` resolves to. */
export async function traceHttpCall<T>(
  { peer, method, template, attributes, traceparent }: HttpCall,
  work: (span: Span) => Promise<T>,
  outcomeOf: (result: T) => HttpOutcome,
): Promise<T> {
  const labels = { 'lodging.peer': peer, 'http.request.method': method };
  const path = template === undefined ? {} : { 'url.template': template };
  const name = template === undefined ? method : `${method} ${template}`;
  const options = { kind: SpanKind.CLIENT, attributes: { ...labels, ...path, ...attributes }, traceparent };
  return inSpan(name, options, async (span) => {
    const startedAt = performance.now();
    const end = (outcome: HttpOutcome): void => {
      const outcomeLabels = attributesOf(outcome);
      duration.record((performance.now() - startedAt) / 1000, { ...labels, ...outcomeLabels });
      if (!span.isRecording()) return;
      span.setAttributes(outcomeLabels);
      if ('error.type' in outcomeLabels) failSpan(span, outcomeLabels['error.type']);
    };
    try {
      const result = await work(span);
      end(outcomeOf(result));
      return result;
    } catch (error) {
      end({ errorType: errorType(error) });
      throw error;
    }
  });
}

function attributesOf({ status, errorType: type }: HttpOutcome) {
  const failure = type ?? (status !== undefined && status >= FIRST_ERROR_STATUS ? String(status) : undefined);
  return {
    ...(status === undefined ? {} : { 'http.response.status_code': status }),
    ...(failure === undefined ? {} : { 'error.type': failure }),
  };
}
