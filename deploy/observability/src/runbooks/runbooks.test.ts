import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dashboards } from '../dashboards/all.ts';
import { HOME } from '../generated-files.ts';
import { alerts } from '../queries/rule-files.ts';
import { RUNBOOKS, runbookOf } from '../runbook-address.ts';
import { readRunbook, runbooks } from './read-runbooks.ts';

const pages = new Map(runbooks().map((runbook) => [runbook.page, runbook]));
const all = alerts();
const sections = runbooks().flatMap(({ page, headings, blocks, prose }) =>
  headings.map((heading) => ({
    page,
    heading,
    prose: prose.get(heading) ?? '',
    languages: blocks.filter((block) => block.heading === heading).map(({ language }) => language),
  })),
);

describe('alerts', () => {
  it.each(all)('$alert says how urgent it is, in one sentence, and where to look', (found) => {
    expect(['page', 'ticket']).toContain(found.labels['severity']);
    expect(found.annotations['summary']?.length).toBeGreaterThan(15);
    expect(found.annotations['summary']).not.toContain('\n');
    expect(found.for).toBeDefined();
    const board = /^\/d\/(lodging-[a-z]+)/.exec(found.annotations['dashboard'] ?? '')?.[1];
    expect(dashboards.map(({ uid }) => uid)).toContain(board);
  });

  it.each(all)('$alert leads to its own heading of a runbook', ({ alert, annotations }) => {
    const page = /\/([a-z-]+)\.md#/.exec(annotations['runbook_url'] ?? '')?.[1] ?? '';
    expect(annotations['runbook_url']).toBe(runbookOf(page, alert));
    expect(pages.get(`${page}.md`)?.headings).toContain(alert);
  });
});

describe('runbooks', () => {
  const incidents = sections.filter(({ page }) => page !== 'README.md');

  it.each(incidents)('$page, $heading: impact, a query, a command, and the end', ({ prose, languages }) => {
    for (const part of ['**Impact**', '**Diagnose**', '**Act**', '**Resolved when**'])
      expect(prose).toContain(part);
    expect(languages).toContain('promql');
    expect(languages).toContain('sh');
  });

  it('describe no alert that there is none of', () => {
    const names = new Set(all.map(({ alert }) => alert));
    const invented = incidents.filter(
      ({ heading }) => /^[A-Z][a-z]+[A-Z]\w+$/.test(heading) && !names.has(heading),
    );
    expect(invented).toEqual([]);
  });

  it('link to pages and headings that exist', () => {
    const broken = sections.flatMap(({ page, heading, prose }) =>
      [...prose.matchAll(/\]\(([a-z-]*\.md)?(#[a-z-]+)?\)/g)]
        .map(([, file, anchor]) => ({ target: file ?? page, anchor }))
        .filter(({ target, anchor }) => {
          const headings = pages.get(target)?.headings;
          return (
            headings === undefined ||
            (anchor !== undefined && !headings.some((named) => anchorOf(named) === anchor))
          );
        })
        .map(({ target, anchor }) => `${page}, ${heading}: ${target}${anchor ?? ''}`),
    );
    expect(broken).toEqual([]);
  });

  it('are published under one address', () => {
    expect(all.every(({ annotations }) => annotations['runbook_url']?.startsWith(`${RUNBOOKS}/`))).toBe(true);
    expect(existsSync(join(HOME, 'runbooks', 'README.md'))).toBe(true);
  });
});

describe('a page', () => {
  it('is read by headings and fenced blocks', () => {
    const page = readRunbook('x.md', '# X\n## One\nfelt\n```sh\nlodging doctor\n# no heading\n```\n## Two\n');
    expect(page.headings).toEqual(['One', 'Two']);
    expect(page.blocks).toEqual([{ heading: 'One', language: 'sh', text: 'lodging doctor\n# no heading' }]);
    expect(page.prose.get('One')).toBe('felt\n');
  });
});

/** As the usual renderers make it. */
function anchorOf(heading: string): string {
  return `#${heading
    .toLowerCase()
    .replaceAll(/[^\w -]/g, '')
    .replaceAll(' ', '-')}`;
}
