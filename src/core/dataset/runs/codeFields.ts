import { isObject, type JsonObject } from '../fields/recordFields';
import { jsonIn, present, textIn } from './values';

/**
 * What an instance of SWE-bench, and of those that write alike, says of its repository and tests
 * (swebench/harness/constants, `SWEbenchInstance`; SWE-smith and SWE-rebench: `image_name`, `test_cmd`), for the
 * metadata of its task. Lists of tests are lists or their JSON.
 */
export function codeFields(instance: JsonObject | undefined): JsonObject {
  const { FAIL_TO_PASS: failing, PASS_TO_PASS: passing, test_patch: patch, install_config: config } = instance ?? {};
  return present<JsonObject>({
    repository: textIn(instance?.repo),
    commit: textIn(instance?.base_commit),
    FAIL_TO_PASS: namesIn(failing),
    PASS_TO_PASS: namesIn(passing),
    test_patch: textIn(patch),
    test_cmd: textIn(instance?.test_cmd) ?? (isObject(config) ? textIn(config.test_cmd) : undefined),
    image_name: textIn(instance?.image_name) ?? textIn(instance?.docker_image),
    environment_setup_commit: textIn(instance?.environment_setup_commit),
  });
}

function namesIn(value: unknown): readonly string[] | undefined {
  const list = Array.isArray(value) ? (value as unknown[]) : jsonIn(value);
  return Array.isArray(list) ? list.filter((each) => typeof each === 'string') : undefined;
}
