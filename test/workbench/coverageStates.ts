import { expect } from '@playwright/test';
import type { ReportView } from './reportView';
import type { ScreenState } from './looks';

/**
 * What the coverage view can show, and how a person gets there from the one before; to the first from wherever they
 * are.
 */
export const coverageStates: readonly ScreenState<ReportView>[] = [
  {
    name: 'coverage-figures',
    reach: async (view) => {
      await view.tab('Coverage').click();
      await view.tab('Criteria').click();
      if (await view.heatMap.isVisible()) await view.button(/^Heat map/).click();
      await view.columns.selectOption('figures');
      await view.focusGrid();
      await view.press('Control+Home', 'ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowRight');
      await expect(view.aside).toContainText('Implied weight');
    },
  },
  {
    name: 'coverage-slices',
    reach: async (view) => {
      await view.columns.selectOption('model');
    },
  },
  {
    name: 'coverage-map',
    reach: async (view) => {
      await view.button(/^Heat map/).click();
      await expect(view.heatMap.locator('svg')).toBeVisible();
    },
  },
  {
    name: 'coverage-study',
    reach: (view) => view.tab('Study').click(),
  },
  {
    name: 'report-todo',
    reach: async (view) => {
      await view.tab('To do').click();
      const todo = view.todos.filter({ hasText: 'Unexplained preferences' });
      await todo.locator('.what').focus();
      await expect(todo).toContainText('Write a criterion');
    },
  },
];
