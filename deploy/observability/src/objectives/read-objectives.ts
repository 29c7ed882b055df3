import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';

const counted = z
  .strictObject({
    total: z.string(),
    bad: z.array(z.string()).min(1).optional(),
    good: z.string().optional(),
    fewestBad: z.number().int().positive(),
  })
  .refine(({ bad, good }) => (bad === undefined) !== (good === undefined), 'either bad or good');

const objective = z
  .strictObject({
    name: z.string().regex(/^[a-z][a-z-]+$/),
    journey: z.string(),
    alert: z.string().regex(/^[A-Z][A-Za-z]+$/),
    percent: z.number().gt(90).lt(100),
    pages: z.boolean(),
    counted: counted.optional(),
    measured: z.strictObject({ ratio: z.string() }).optional(),
  })
  .refine(({ counted: events, measured }) => (events === undefined) !== (measured === undefined), {
    message: 'either counted or measured',
  });

export type Objective = z.infer<typeof objective>;

export function readObjectives(home: string): Objective[] {
  const file = z.strictObject({ objectives: z.array(objective) });
  return file.parse(parse(readFileSync(join(home, 'slo.yaml'), 'utf8'))).objectives;
}
