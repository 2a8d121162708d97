import type { Rule } from 'eslint';

declare const namesInComments: Rule.RuleModule;
export default namesInComments;
