import { explanations, problems } from '@lodging/contract-wire';
import { describe, expect, it } from 'vitest';
import { operationAnchor } from '../anchors.ts';
import { operationsOf } from '../open-api.ts';
import type { ApiDocument } from '../open-api.ts';
import { writeDocument } from '../write-document.ts';
import { writeProblemList, writeProblemPage } from './problem-pages.ts';
import { writeHomePage } from './home-page.ts';
import { writeReferencePage } from './reference-page.ts';
import { textParagraphs } from './text.ts';

const SOURCE = 'https://code.example/lodging/tree/v1.0.0';
const document = writeDocument('https://api.lodging.example') as unknown as ApiDocument;
const page = writeReferencePage(document, SOURCE);
const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
const hrefs = [...page.matchAll(/ href="([^"]+)"/g)].map(([, href]) => String(href));

/** The part of the page about one operation. */
function articleOf(anchor: string): string {
  const start = page.indexOf(`<article id="${anchor.slice(1)}"`);
  return page.slice(start, page.indexOf('</article>', start));
}

describe('the reference page', () => {
  it.each(operationsOf(document).map((placed) => [placed.operation.operationId, placed] as const))(
    'has what the document has of %s: route, samples, parameters, body and problems',
    (operationId, { method, path, operation }) => {
      const article = articleOf(operationAnchor({ tag: operation.tags[0] ?? '', operationId }));
      expect(article).toContain(`>${method}</span> <code>${path}</code>`);
      expect(article.match(/<figcaption>\w+/g)).toEqual(['<figcaption>curl', '<figcaption>TypeScript']);
      const captions = [...article.matchAll(/<caption>\s*(\w+)/g)].map(([, caption]) => caption);
      expect(captions).toEqual([
        ...(operation.parameters === undefined ? [] : ['Parameters']),
        ...(operation.requestBody === undefined ? [] : ['Body']),
      ]);
    },
  );

  it('writes a type that may be null as two', () => {
    expect(page).toContain('string or null');
    expect(page).not.toMatch(/(?:string|integer|boolean)null/);
  });

  it('links every problem of an operation, there or with those of every operation', () => {
    const errors = page.slice(page.indexOf('id="errors"'), page.indexOf('id="limits"'));
    const article = articleOf('#/Guest%20stay/placeHold');
    for (const code of ['hold_conflict', 'quote_expired', 'idempotency_key_required'])
      expect(article).toContain(`href="problems/${code}"`);
    for (const code of ['validation_failed', 'internal_error', 'invalid_api_key', 'rate_limited']) {
      expect(errors).toContain(`href="problems/${code}"`);
      expect(article).not.toContain(`href="problems/${code}"`);
    }
  });

  it('has each id once, and every link within it leads to one', () => {
    expect(new Set(ids).size).toBe(ids.length);
    const within = hrefs.filter((href) => href.startsWith('#'));
    expect(within.length).toBeGreaterThan(400);
    for (const href of within) expect(ids).toContain(href.slice(1));
  });

  it('links pages of this server, and others only where a description or a setting names them', () => {
    const [known, others] = [
      new Set(['docs', 'problems', './', 'openapi.json', 'reference.json', 'llms.txt']),
      hrefs,
    ];
    for (const href of others.filter((one) => !one.startsWith('#') && !known.has(one))) {
      if (href.startsWith('problems/')) expect(problems).toHaveProperty(href.slice('problems/'.length));
      else expect(href).toMatch(/^(?:docs\/style-[\w-]+\.css|data:,|https:\/\/)/);
    }
    for (const path of ['docs/guides', 'packages/client', 'packages/widget'])
      expect(hrefs).toContain(`${SOURCE}/${path}`);
    expect(writeReferencePage(document, undefined)).not.toContain('undefined');
  });

  it('closes every element, and escapes what the document says', () => {
    expect(unclosed(page)).toEqual([]);
    expect(page).toContain('&#60;API_KEY&#62;');
    expect(page).not.toMatch(/<script|<style| on\w+="/);
  });

  it('has a first screen of three short paragraphs and a request of five lines', () => {
    const [, first = ''] = /<h1>(.*?)<\/pre>/s.exec(page) ?? [];
    const texts = [...first.matchAll(/<p>(.*?)<\/p>/gs)].map(([, text = '']) =>
      text.replaceAll(/<[^>]+>/g, ''),
    );
    expect(texts).toHaveLength(3);
    for (const text of texts) expect(text.length).toBeLessThan(260);
    expect(first.split('<pre>')[1]?.trim().split('\n')).toHaveLength(5);
  });

  it('takes at most 300 ms of the processor', () => {
    const before = process.threadCpuUsage();
    writeReferencePage(document, SOURCE);
    expect(process.threadCpuUsage(before).user / 1_000).toBeLessThan(300);
  });
});

describe('the other pages', () => {
  it.each([
    ['home', writeHomePage({ sourceUrl: SOURCE, widgetManifest: 'widget/manifest.json' })],
    ['problems', writeProblemList()],
    ['a problem', writeProblemPage('hold_conflict', [], false)],
  ])('%s closes every element', (_name, text) => {
    expect(unclosed(text)).toEqual([]);
    expect(text).toContain('<main id="content">');
  });

  it('list every code with status and title', () => {
    const list = writeProblemList();
    for (const [code, { status, title }] of Object.entries(problems)) {
      const row = list.slice(list.lastIndexOf('<tr>', list.indexOf(`"problems/${code}"`)));
      expect(row.slice(0, row.indexOf('</tr>'))).toContain(`>${status}<`);
      expect(list).toContain(title.replaceAll("'", '&#39;'));
    }
    expect(Object.keys(explanations)).toHaveLength(list.match(/<th scope="row">/g)?.length ?? 0);
  });

  it('name the widget only where this server has it', () => {
    expect(writeHomePage({ sourceUrl: undefined, widgetManifest: undefined })).not.toContain('manifest');
  });
});

it('a long description is split between sentences', () => {
  const sentence = `Long ${'word '.repeat(40)}end.`;
  expect(textParagraphs(`Short. ${sentence} \`code\` begins this. ${sentence}`)).toEqual([
    `Short. ${sentence} \`code\` begins this.`,
    sentence,
  ]);
  expect(textParagraphs('See e.g. that one.')).toEqual(['See e.g. that one.']);
});

const VOID = new Set(['meta', 'link', '!doctype']);

/** Elements that are closed in another order than they were opened, or never. */
function unclosed(text: string): string[] {
  const open: string[] = [];
  const faults: string[] = [];
  for (const [, slash, name = ''] of text.matchAll(/<(\/?)([a-z!][a-z0-9]*)/g)) {
    if (VOID.has(name)) continue;
    if (slash === '') open.push(name);
    else if (open.at(-1) === name) open.pop();
    else faults.push(name);
  }
  return [...faults, ...open];
}
