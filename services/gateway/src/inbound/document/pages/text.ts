import { html } from './html.ts';
import type { Markup } from './html.ts';

const LINK = /\[`?([^\]`]+)`?\]\((https?:[^)\s]+)\)|(https:\/\/[^\s),]+[^\s),.])/g;
/** A longer description is easier to read in several paragraphs. */
const PARAGRAPH_CHARACTERS = 320;

/** Text with `code` and links, the only Markdown of descriptions. */
export function inline(text: string): Markup[] {
  return text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : linked(part)));
}

function linked(text: string): Markup {
  const parts: Markup[] = [];
  let end = 0;
  for (const match of text.matchAll(LINK)) {
    const [whole, label, target, bare] = match;
    parts.push(html`${text.slice(end, match.index)}<a href="${target ?? bare}">${label ?? bare}</a>`);
    end = match.index + whole.length;
  }
  return html`${parts}${text.slice(end)}`;
}

/** Splits a long description between sentences. */
export function paragraphs(text: string): Markup[] {
  return textParagraphs(text).map((paragraph) => html`<p>${inline(paragraph)}</p>`);
}

export function textParagraphs(text: string): string[] {
  const found: string[] = [];
  for (const sentence of text.split(/(?<=[.!?]) (?=[A-Z`\d])/)) {
    const last = found.at(-1);
    if (last === undefined || last.length + sentence.length > PARAGRAPH_CHARACTERS) found.push(sentence);
    else found[found.length - 1] = `${last} ${sentence}`;
  }
  return found;
}
