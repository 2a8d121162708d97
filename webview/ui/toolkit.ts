/** The only place that knows which set of `vscode-*` elements is used. */
import {
  provideVSCodeDesignSystem,
  vsCodeButton,
  vsCodeCheckbox,
  vsCodeDropdown,
  vsCodeOption,
  vsCodeProgressRing,
  vsCodeTextArea,
  vsCodeTextField,
} from '@vscode/webview-ui-toolkit';
import type { HTMLAttributes } from 'preact';

provideVSCodeDesignSystem().register(
  vsCodeButton(),
  vsCodeCheckbox(),
  vsCodeDropdown(),
  vsCodeOption(),
  vsCodeProgressRing(),
  vsCodeTextArea(),
  vsCodeTextField(),
);

interface TextAreaAttributes extends HTMLAttributes<HTMLElement & { value: string }> {
  value?: string;
  placeholder?: string;
  rows?: number;
  resize?: 'none' | 'vertical';
}

interface TextFieldAttributes extends HTMLAttributes<HTMLElement & { value: string }> {
  value?: string;
  placeholder?: string;
}

interface CheckboxAttributes extends HTMLAttributes<HTMLElement & { checked: boolean }> {
  checked?: boolean;
}

interface DropdownAttributes extends HTMLAttributes<HTMLElement & { value: string }> {
  value?: string;
}

interface OptionAttributes extends HTMLAttributes<HTMLElement> {
  value?: string;
  selected?: boolean;
}

interface ButtonAttributes extends HTMLAttributes<HTMLElement> {
  appearance?: 'primary' | 'secondary' | 'icon';
  disabled?: boolean;
}

declare module 'preact' {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- the way in which preact lets elements be declared
  namespace JSX {
    interface IntrinsicElements {
      'vscode-button': ButtonAttributes;
      'vscode-checkbox': CheckboxAttributes;
      'vscode-dropdown': DropdownAttributes;
      'vscode-option': OptionAttributes;
      'vscode-text-field': TextFieldAttributes;
      'vscode-progress-ring': HTMLAttributes<HTMLElement>;
      'vscode-text-area': TextAreaAttributes;
    }
  }
}
