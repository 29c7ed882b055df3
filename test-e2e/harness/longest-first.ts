import { BaseSequencer, type TestSpecification } from 'vitest/node';

interface Order {
  /** Ends of paths. As the last ones they would have nothing beside them. */
  readonly first: readonly string[];
  /** Files that compute most of the time, which are spread over the run: beside one another they would wait for processors. */
  readonly spread?: RegExp;
}

/** Vitest knows how long a file took in an earlier run, but a fresh checkout has none. */
export function longestFirst({ first, spread }: Order): typeof BaseSequencer {
  const rank = ({ moduleId }: TestSpecification): number => {
    const index = first.findIndex((path) => moduleId.endsWith(`/${path}`));
    return index === -1 ? first.length : index;
  };
  return class LongestFirst extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      const sorted = await super.sort(files);
      const even =
        spread === undefined ? sorted : spreadOver(sorted, ({ moduleId }) => spread.test(moduleId));
      return even.toSorted((a, b) => rank(a) - rank(b));
    }
  };
}

/** Each of the two kinds in its order, and evenly among the other. */
export function spreadOver<T>(all: readonly T[], isOne: (each: T) => boolean): T[] {
  const kinds = [all.filter((each) => isOne(each)), all.filter((each) => !isOne(each))];
  return kinds
    .flatMap((kind) => kind.map((each, index) => ({ each, at: (index + 0.5) / kind.length })))
    .toSorted((a, b) => a.at - b.at)
    .map(({ each }) => each);
}
