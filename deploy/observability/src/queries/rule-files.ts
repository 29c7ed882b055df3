import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { HOME } from '../generated-files.ts';

const rule = z.strictObject({
  record: z.string().optional(),
  alert: z.string().optional(),
  expr: z.string(),
  for: z.string().optional(),
  labels: z.record(z.string(), z.string()).default({}),
  annotations: z.record(z.string(), z.string()).default({}),
});

const ruleFile = z.strictObject({
  groups: z.array(
    z.strictObject({ name: z.string(), interval: z.string().optional(), rules: z.array(rule) }),
  ),
});

export type Rule = z.infer<typeof rule>;

export interface RuleFile {
  readonly file: string;
  readonly rules: readonly Rule[];
}

export function ruleFiles(): RuleFile[] {
  const home = join(HOME, 'alerts');
  return readdirSync(home).map((file) => {
    const { groups } = ruleFile.parse(parse(readFileSync(join(home, file), 'utf8')));
    return { file: `alerts/${file}`, rules: groups.flatMap(({ rules }) => rules) };
  });
}

export interface Alert extends Rule {
  readonly alert: string;
  readonly file: string;
}

export function alerts(): Alert[] {
  return ruleFiles().flatMap(({ file, rules }) =>
    rules.flatMap((found) => (found.alert === undefined ? [] : [{ ...found, alert: found.alert, file }])),
  );
}
