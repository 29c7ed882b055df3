import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { dashboards } from './all.ts';
import { writeDashboard } from './dashboard.ts';

const place = z.object({ x: z.number(), y: z.number(), w: z.number().positive(), h: z.number().positive() });
const source = z.object({ type: z.string(), uid: z.string() });
const panel = z.object({
  id: z.number(),
  type: z.string(),
  title: z.string().min(1),
  description: z.string().optional(),
  gridPos: place,
  datasource: source.optional(),
  fieldConfig: z.object({ defaults: z.object({ unit: z.string() }) }).optional(),
  targets: z.array(z.object({ refId: z.string(), expr: z.string().min(1), datasource: source })).optional(),
});
const written = z.object({
  uid: z.string().regex(/^lodging-[a-z]+$/),
  title: z.string(),
  schemaVersion: z.number(),
  editable: z.literal(false),
  templating: z.object({ list: z.array(z.object({ name: z.string(), type: z.string() })) }),
  panels: z.array(panel),
});

const all = dashboards.map((dashboard) => written.parse(JSON.parse(writeDashboard(dashboard))));

describe('dashboards', () => {
  it('have addresses of their own', () => {
    expect(new Set(all.map(({ uid }) => uid)).size).toBe(all.length);
    expect(all.map(({ uid }) => uid)).toContain('lodging-overview');
  });

  describe.each(all)('$title', ({ panels, templating }) => {
    const charts = panels.filter(({ type }) => type !== 'row');

    it('says of every panel what it shows, in which unit', () => {
      const silent = charts.filter(
        ({ description, fieldConfig }) => (description ?? '').length < 10 || !fieldConfig?.defaults.unit,
      );
      expect(silent.map(({ title }) => title)).toEqual([]);
      expect(charts.length).toBeGreaterThan(5);
    });

    it('names no source but through its variables', () => {
      const names = new Set(templating.list.map(({ name }) => `\${${name}}`));
      const sources = charts.flatMap(({ datasource, targets }) => [
        datasource,
        ...(targets ?? []).map((target) => target.datasource),
      ]);
      expect(sources.filter((named) => named === undefined || !names.has(named.uid))).toEqual([]);
    });

    it('asks only for variables that it has', () => {
      const names = new Set(templating.list.map(({ name }) => name));
      const queried = charts.flatMap(({ targets }) =>
        (targets ?? []).flatMap(({ expr }) =>
          [...expr.matchAll(/\$\{?([a-z]\w*)/g)].map((match) => match[1] ?? ''),
        ),
      );
      expect(queried.filter((name) => !names.has(name))).toEqual([]);
    });

    it('lays no panel over another, nor beyond the edge', () => {
      const covered = new Map<string, string>();
      const clashes: string[] = [];
      for (const { title, gridPos } of panels) {
        if (gridPos.x + gridPos.w > 24) clashes.push(`${title} is too wide`);
        for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1) {
          for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
            const other = covered.get(`${x},${y}`);
            if (other !== undefined) clashes.push(`${title} lies over ${other}`);
            covered.set(`${x},${y}`, title);
          }
        }
      }
      expect(clashes).toEqual([]);
    });

    it('gives every panel and query an id of its own', () => {
      expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
      const twice = charts.filter(
        ({ targets = [] }) => new Set(targets.map(({ refId }) => refId)).size !== targets.length,
      );
      expect(twice.map(({ title }) => title)).toEqual([]);
    });
  });
});
