import { trace } from '@opentelemetry/api';
import type { Context, Span } from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';

/** The subject of work, as attributes of spans and fields of log lines. */
export type WorkAttributes = Readonly<Record<string, string>>;

/** Supplied by a service: describes a request or event by its body. Undefined if the body names no subject. */
export type DescribeWork = (operation: string, body: unknown) => WorkAttributes | undefined;

interface Description {
  readonly attributes: WorkAttributes;
  /** The first span of this process that had them. */
  readonly span: Span;
  isLinked: boolean;
}

/** Also of spans that are not recorded, which take no attributes: their log lines have them all the same. */
const descriptions = new WeakMap<Span, Description>();

/** Sets attributes of the active span, of its log lines and of the spans below it that begin later. */
export function annotateWork(attributes: WorkAttributes | undefined): void {
  const span = trace.getActiveSpan();
  if (span === undefined || attributes === undefined) return;
  const known = descriptions.get(span)?.attributes;
  const isKnown = Object.entries(attributes).every(([name, value]) => known?.[name] === value);
  if (!isKnown) note(span, { attributes: { ...known, ...attributes }, span, isLinked: false });
}

/** Links annotated work to the span that made its record, once, where it is recorded. */
export function linkToOrigin(traceparent: string | null): void {
  if (traceparent === null) return;
  const active = trace.getActiveSpan();
  const description = active === undefined ? undefined : descriptions.get(active);
  if (description === undefined || description.isLinked || !description.span.isRecording()) return;
  description.isLinked = true;
  const origin = parseTraceParent(traceparent);
  if (origin === null || origin.traceId === description.span.spanContext().traceId) return;
  description.span.addLink({ context: origin });
}

/** A new span is about what its parent is about. */
export function inheritAttributes(parent: Context, span: Span): void {
  const above = trace.getSpan(parent);
  const description = above === undefined ? undefined : descriptions.get(above);
  if (description !== undefined) note(span, description);
}

export function workAttributesOf(span: Span): WorkAttributes | undefined {
  return descriptions.get(span)?.attributes;
}

function note(span: Span, description: Description): void {
  descriptions.set(span, description);
  if (span.isRecording()) span.setAttributes(description.attributes);
}
