import type { ReactNode } from 'react';
import { Tab, TabList, TabPanel, Tabs as AriaTabs } from 'react-aria-components';
import css from './tabs.module.css';

export interface TabContent {
  readonly id: string;
  readonly title: string;
  /** How many wait there: beside the name, and no part of it. */
  readonly count?: number;
  readonly content: ReactNode;
}

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly TabContent[];
  readonly selected: string;
  readonly onSelect: (id: string) => void;
}

/** An address may name a tab that is not there: the first one is shown then. */
export function Tabs({ label, tabs, selected, onSelect }: TabsProps) {
  const shown = tabs.find(({ id }) => id === selected) ?? tabs[0];
  return (
    <AriaTabs selectedKey={shown?.id ?? selected} onSelectionChange={(key) => onSelect(String(key))}>
      <TabList aria-label={label} className={css.list ?? ''}>
        {tabs.map(({ id, title, count = 0 }) => (
          <Tab key={id} id={id} className={css.tab ?? ''}>
            {title}
            {count > 0 && <span aria-hidden="true"> {count}</span>}
          </Tab>
        ))}
      </TabList>
      {tabs.map(({ id, content }) => (
        <TabPanel key={id} id={id} className={css.panel ?? ''}>
          {content}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}
