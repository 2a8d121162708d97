import { commandLineWording } from '../../src/cli/problemTexts';
import { useWording } from '../../src/core/model/problems/problem';

// Tests ask for problems in the words of the command line; those of the editor have tests of their own.
useWording(commandLineWording);
