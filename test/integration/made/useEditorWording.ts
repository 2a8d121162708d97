import { useWording } from '../../../src/core/model/problems/problem';
import { editorWording } from '../../../src/host/problemTexts';

// Each test file is a bundle of its own beside the extension's, and has to be told as that is.
useWording(editorWording);
