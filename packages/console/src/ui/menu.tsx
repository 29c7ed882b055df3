import { Button as AriaButton, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import type { ReactNode } from 'react';
import css from './menu.module.css';

export interface MenuChoice {
  readonly id: string;
  readonly label: string;
  readonly onChoose: () => unknown;
}

interface ActionsMenuProps {
  readonly label: string;
  readonly children: ReactNode;
  readonly choices: readonly MenuChoice[];
}

export function ActionsMenu({ label, children, choices }: ActionsMenuProps) {
  return (
    <MenuTrigger>
      <AriaButton aria-label={label} className={css.trigger ?? ''}>
        {children}
      </AriaButton>
      <Popover className={css.popover ?? ''} placement="bottom end">
        <Menu className={css.menu ?? ''} aria-label={label}>
          {choices.map(({ id, label: word, onChoose }) => (
            <MenuItem key={id} id={id} className={css.item ?? ''} onAction={() => void onChoose()}>
              {word}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
