import { useCatalogue } from '../../src/core/model/problems/catalogue';

// Tests ask for problems in the words of the command line, in English on every machine, also in what they start; those
// of the editor have tests of their own.
process.env.TIEBREAK_LANG = 'en';
useCatalogue('commandLine', 'en');
