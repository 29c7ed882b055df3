import type { Faults } from '../faults/use-faults.ts';

type Texted<Draft> = { [Key in keyof Draft]: Draft[Key] extends string ? Key : never }[keyof Draft] & string;

interface Edited<Draft> {
  readonly draft: Draft;
  readonly faults: Faults;
  readonly set: (changed: Partial<Draft>) => void;
}

export interface FieldInput {
  readonly value: string;
  readonly fault: string | undefined;
  readonly onChange: (event: { target: { value: string } }) => void;
}

/** Value, fault and change of a text of a draft. `at` is the pointer of the draft in the body that is sent. */
export const inputOf =
  <Draft>({ draft, faults, set }: Edited<Draft>, at = '') =>
  (name: Texted<Draft>, pointer: string = name): FieldInput => ({
    value: draft[name] as string,
    fault: faults.at(`${at}/${pointer}`),
    onChange: ({ target }) => set({ [name]: target.value } as Partial<Draft>),
  });
