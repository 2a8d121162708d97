import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repositoryPath, taskRepositoryOf } from '../../../src/core/code/taskRepository';

describe('the repository of a task', () => {
  it('is what the item says in the fields of SWE-bench', () => {
    const metadata = {
      repository: 'django/django',
      commit: 'abc',
      FAIL_TO_PASS: '["test_a (x.T)"]',
      PASS_TO_PASS: ['test_b'],
      test_patch: 'diff',
      image_name: 'image:1',
    };
    expect(taskRepositoryOf({ metadata }, { commit: 'main', test: { command: 'pytest', timeout: 60 } })).toEqual({
      name: 'django/django',
      commit: 'abc',
      test: {
        command: 'pytest',
        image: 'image:1',
        timeout: 60,
        shouldPass: [],
        failToPass: ['test_a (x.T)'],
        passToPass: ['test_b'],
        patch: 'diff',
      },
    });
  });

  it('is what the study says where the item says nothing', () => {
    expect(taskRepositoryOf({}, { commit: 'main' })).toEqual({ commit: 'main' });
    expect(taskRepositoryOf({ metadata: { repo: 'a/b', base_commit: 'c' } })).toEqual({ name: 'a/b', commit: 'c' });
  });

  it.each([
    'https://github.com/acme/tool',
    'https://github.com/acme/tool.git',
    'git@github.com:acme/tool.git',
    'acme/tool/',
  ])('has the name of its owner and its own, of %s', (repository) => {
    expect(taskRepositoryOf({ metadata: { repository } }).name).toBe('acme/tool');
  });
});

describe('where a repository lies', () => {
  it('is said by a pattern of the study', () => {
    expect(repositoryPath('repos/{repo_name}.git', 'django/django', '/study')).toBe(resolve('/study/repos/django.git'));
    expect(repositoryPath('{repo}', 'acme/tool', '/study')).toBe(resolve('/study/acme/tool'));
    expect(repositoryPath('../one', undefined, '/study')).toBe(resolve('/one'));
    expect(repositoryPath('repos/{repo_name}', undefined, '/study')).toBeUndefined();
    expect(repositoryPath(undefined, 'a/b', '/study')).toBeUndefined();
  });

  it.each(['../../etc', 'a/..', '.', 'a b', 'a\\b', 'C:x', '', 'a//b'])(
    'is no other folder because of what an item says: %j',
    (name) => {
      expect(() => repositoryPath('repos/{repo}', name, '/study')).toThrow('cannot be part of a path');
    },
  );
});
