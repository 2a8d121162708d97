import { commandLineWording } from '../../src/cli/problemTexts';
import { wordAs } from '../../src/core/model/problems/program';
import { useWording } from '../../src/core/model/problems/wording';

// Tests ask for problems in the words of the command line, in English on every machine, also in what they start; those
// of the editor have tests of their own.
process.env.TIEBREAK_LANG = 'en';
// Files of one worker share modules, and one before this may have asked for the editor's words.
wordAs('commandLine', 'en-US');
useWording(commandLineWording);
