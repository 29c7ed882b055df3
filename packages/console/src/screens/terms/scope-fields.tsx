import { useResources } from '../../api/queries/resources.ts';
import type { TaxRule } from '../../domain/terms/tax-draft.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { CheckGroup, Switch } from '../../ui/fields/field.tsx';
import css from './terms.module.css';

type Scope = NonNullable<TaxRule['appliesTo']>;

interface ScopeFieldsProps {
  /** Null: every stay. */
  readonly scope: TaxRule['appliesTo'];
  readonly fault: string | undefined;
  readonly onChange: (scope: TaxRule['appliesTo']) => void;
}

const KINDS = ['hotel_room', 'apartment', 'villa', 'generic'] as const;

/** The stays of a rule: all parts that are chosen have to fit. */
export function ScopeFields({ scope, fault, onChange }: ScopeFieldsProps) {
  const { terms: texts, settings } = useTexts();
  const { list } = useResources();
  const set = (changed: Partial<Scope>): void => onChange({ ...scope, ...changed });
  const types = new Map(list.flatMap(({ roomType }) => (roomType ? [[roomType.id, roomType.name]] : [])));
  const plans = new Map(list.flatMap(({ ratePlans }) => ratePlans.map(({ code, name }) => [code, name])));
  const choices = (names: ReadonlyMap<string, string>) =>
    [...names].map(([value, label]) => ({ value, label }));
  return (
    <section className={css.scope} aria-label={texts.appliesTo}>
      <Switch label={texts.onlySome} isOn={scope !== null} onChange={(isOn) => onChange(isOn ? {} : null)} />
      {scope !== null && (
        <>
          <CheckGroup
            label={texts.scopeKinds}
            choices={KINDS.map((value) => ({ value, label: settings.kinds[value] }))}
            values={scope.kinds ?? []}
            onChange={(kinds) => set({ kinds: kinds as NonNullable<Scope['kinds']> })}
          />
          <CheckGroup
            label={texts.scopeTypes}
            choices={choices(types)}
            values={scope.roomTypeIds ?? []}
            onChange={(roomTypeIds) => set({ roomTypeIds })}
          />
          <CheckGroup
            label={texts.scopeResources}
            choices={list.map(({ id, name }) => ({ value: id, label: name }))}
            values={scope.resourceIds ?? []}
            onChange={(resourceIds) => set({ resourceIds })}
          />
          <CheckGroup
            label={texts.scopePlans}
            choices={choices(plans)}
            values={scope.ratePlanCodes ?? []}
            onChange={(ratePlanCodes) => set({ ratePlanCodes })}
          />
          <p className="quiet small">{texts.scopeHint}</p>
          {fault !== undefined && <p role="alert">{texts.scopeEmpty}</p>}
        </>
      )}
    </section>
  );
}
