import { useProblemTexts } from '../../../src/problemTexts';

// Each test file is a bundle of its own beside the extension's, and has to be told as that is.
useProblemTexts('editor');
