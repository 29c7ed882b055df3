import { context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, TraceFlags } from '@opentelemetry/api';
import type { Attributes, Context, Link, Span } from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';
import { errorType } from './error-type.ts';
import { inheritAttributes } from './work-attributes.ts';

export { SpanKind } from '@opentelemetry/api';
export type { Attributes, Span } from '@opentelemetry/api';

export interface SpanOptions {
  readonly kind?: SpanKind;
  readonly attributes?: Attributes;
  /** The remote parent; the active span is the parent unless given. */
  readonly traceparent?: string | undefined;
  /** Traceparents of the spans that caused this one and did not wait for it. */
  readonly links?: readonly (string | undefined)[];
}

const tracer = trace.getTracer('lodging');

/**
 * Unsampled work gets its own non-recording span, which passes on the trace of its parent. It does not share the span of its
 * parent, so that concurrent work does not share its attributes.
 */
export async function inSpan<T>(
  name: string,
  options: SpanOptions,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  const remote = contextFrom(options.traceparent);
  const parent = remote ?? context.active();
  const above = trace.getSpan(parent);
  if (above === undefined || isSampled(above)) return inOwnSpan(name, options, parent, work);
  const placeholder = trace.wrapSpanContext(above.spanContext());
  inheritAttributes(parent, placeholder);
  return context.with(trace.setSpan(parent, placeholder), work, undefined, placeholder);
}

function isSampled(span: Span): boolean {
  return (span.spanContext().traceFlags & TraceFlags.SAMPLED) !== 0;
}

async function inOwnSpan<T>(
  name: string,
  options: SpanOptions,
  parent: Context,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  const span = tracer.startSpan(name, spanOptions(options), parent);
  inheritAttributes(parent, span);
  try {
    return await context.with(trace.setSpan(parent, span), work, undefined, span);
  } catch (error) {
    if (span.isRecording()) failSpan(span, errorType(error));
    throw error;
  } finally {
    span.end();
  }
}

/** Exports the type of the failure only: the message may hold personal data, and stands in the log. */
export function failSpan(span: Span, type: string): void {
  span.setAttribute('error.type', type);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** For frequent calls: a span only inside a trace that is recorded. */
export function inChildSpan<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> {
  return isRecorded() ? inSpan(name, { kind: SpanKind.CLIENT, attributes }, work) : work();
}

/** Links the active span to one of another trace that became known after its start. */
export function linkTo(traceparent: string | null): void {
  const other = traceparent === null ? null : parseTraceParent(traceparent);
  if (other !== null) trace.getActiveSpan()?.addLink({ context: other });
}

export function isRecorded(): boolean {
  return trace.getActiveSpan()?.isRecording() ?? false;
}

/** Sets attributes of the active span that became known after its start, where it is recorded. */
export function describeSpan(attributes: Attributes): void {
  const span = trace.getActiveSpan();
  if (span?.isRecording() === true) span.setAttributes(attributes);
}

/** The active span, where it is recorded: what others may link to. */
export function recordedTraceparent(): string | undefined {
  return isRecorded() ? currentTraceparent() : undefined;
}

/** The active span as a W3C traceparent header. */
export function currentTraceparent(): string | undefined {
  const span = trace.getActiveSpan();
  return span === undefined ? undefined : traceparentOf(span);
}

export function traceparentOf(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-${traceFlags % 2 === 1 ? '01' : '00'}`;
}

/** The context of a remote parent, or undefined where the header is missing or malformed. */
function contextFrom(traceparent: string | undefined): Context | undefined {
  const remote = traceparent === undefined ? null : parseTraceParent(traceparent);
  return remote === null ? undefined : trace.setSpanContext(ROOT_CONTEXT, { ...remote, isRemote: true });
}

let sampleRatio = 0;

/** The share of the strangers' traces that are recorded. */
export function sampleStrangers(ratio: number): void {
  sampleRatio = ratio;
}

/**
 * Of a client that is not trusted: the trace keeps its id, so that both sides find it, and is recorded by chance alone. Both
 * the flag and the id, from which the root sampler computes its decision, are the client's choice.
 */
export function contextFromStranger(traceparent: string | undefined): Context | undefined {
  const remote = traceparent === undefined ? null : parseTraceParent(traceparent);
  if (remote === null) return undefined;
  const traceFlags = Math.random() < sampleRatio ? TraceFlags.SAMPLED : TraceFlags.NONE;
  return trace.setSpanContext(ROOT_CONTEXT, { ...remote, traceFlags, isRemote: true });
}

function spanOptions({ kind, attributes, links = [] }: SpanOptions): {
  kind?: SpanKind;
  attributes?: Attributes;
  links?: Link[];
} {
  const linked = links.flatMap((link) => {
    const remote = link === undefined ? null : parseTraceParent(link);
    return remote === null ? [] : [{ context: remote }];
  });
  return {
    ...(kind === undefined ? {} : { kind }),
    ...(attributes === undefined ? {} : { attributes }),
    ...(linked.length === 0 ? {} : { links: linked }),
  };
}
