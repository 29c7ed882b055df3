import { html } from 'lit';
import type { TemplateResult } from 'lit';
import type { Formats } from '../format/formats.ts';
import type { Managed } from './manage-api.ts';
import type { ManageTexts } from './manage-texts.ts';

export interface ManageView {
  readonly texts: ManageTexts;
  readonly formats: Formats;
  readonly managed: Managed;
}

export type Row = readonly [label: string, value: string];

export function rows(entries: readonly Row[], kind = ''): TemplateResult {
  return html`<dl class=${kind}>
    ${entries.map(
      ([label, value]) =>
        html`<dt>${label}</dt>
          <dd>${value}</dd>`,
    )}
  </dl>`;
}

/** Positive amounts alone. */
export function amountRows(
  { formats, managed }: ManageView,
  label: string,
  minorUnits: string | null,
): Row[] {
  if (minorUnits === null || /^0+$/.test(minorUnits)) return [];
  return [[label, formats.price(minorUnits, managed.booking.currency)]];
}
