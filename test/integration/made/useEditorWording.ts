import { useCatalogue } from '../../../src/core/model/problems/catalogue';

// Each test file is a bundle of its own beside the extension's, and has to be told as that is.
useCatalogue('editor');
