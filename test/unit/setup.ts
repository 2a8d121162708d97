import { useCatalogue } from '../../src/core/model/problems/catalogue';
import { useTranslation } from '../../src/core/model/problems/translation';

// Tests ask for problems in the words of the command line, in English on every machine, also in what they start; those
// of the editor have tests of their own.
process.env.TIEBREAK_LANG = 'en';
// Files of one worker share modules, and one before this may have asked for another language.
useTranslation({});
useCatalogue('commandLine', 'en');
