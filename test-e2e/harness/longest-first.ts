import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** A minute or more each: as the last ones, they would have nothing beside them. */
const LONGEST = ['killed-history', 'frozen-servers', 'recovery-drill'];

const rank = ({ moduleId }: TestSpecification): number => {
  const index = LONGEST.findIndex((name) => moduleId.endsWith(`/faults/${name}.test.ts`));
  return index === -1 ? LONGEST.length : index;
};

/** Vitest knows how long a file took in an earlier run, but a fresh checkout has none. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}
