// Renders the templates of a chart, where no helm is installed: the same template language, and those functions of helm's that the chart calls.
// Usage: renderChart VALUES.json TEMPLATE…
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"text/template"
)

type dict = map[string]any

func isEmpty(value any) bool {
	switch v := value.(type) {
	case nil:
		return true
	case string:
		return v == ""
	case float64:
		return v == 0
	case bool:
		return !v
	case dict:
		return len(v) == 0
	}
	return false
}

func toInt(value any) int {
	switch v := value.(type) {
	case int:
		return v
	case float64:
		return int(v)
	}
	number, _ := strconv.Atoi(fmt.Sprint(value))
	return number
}

var functions = template.FuncMap{
	"quote":  func(value any) string { return strconv.Quote(fmt.Sprint(value)) },
	"dict":   func() dict { return dict{} },
	"list":   func(values ...any) []any { return values },
	"hasKey": func(in dict, key string) bool { _, ok := in[key]; return ok },
	"get":    func(in dict, key string) any { return in[key] },
	"int":    toInt,
	"add":    func(one, other any) int { return toInt(one) + toInt(other) },
	"fail":   func(message string) (string, error) { return "", errors.New(message) },
	"default": func(fallback any, value any) any {
		if isEmpty(value) {
			return fallback
		}
		return value
	},
	"kindIs": func(kind string, value any) bool { return fmt.Sprintf("%T", value) == kind },
	"ternary": func(yes, no any, value bool) any {
		if value {
			return yes
		}
		return no
	},
	"toJson": func(value any) (string, error) { text, err := json.Marshal(value); return string(text), err },
	"omit": func(in dict, keys ...string) dict {
		out := dict{}
		for name, value := range in {
			out[name] = value
		}
		for _, key := range keys {
			delete(out, key)
		}
		return out
	},
	// JSON is YAML.
	"toYaml": func(value any) (string, error) { text, err := json.Marshal(value); return string(text), err },
	"nindent": func(by int, text string) string {
		pad := strings.Repeat(" ", by)
		return "\n" + pad + strings.ReplaceAll(text, "\n", "\n"+pad)
	},
}

func main() {
	check := func(err error) {
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
	bytes, err := os.ReadFile(os.Args[1])
	check(err)
	var values dict
	check(json.Unmarshal(bytes, &values))
	data := dict{"Values": values, "Release": dict{"Name": "candor"}, "Chart": dict{"AppVersion": "0"}}
	for _, path := range os.Args[2:] {
		text, err := os.ReadFile(path)
		check(err)
		parsed, err := template.New(path).Funcs(functions).Option("missingkey=zero").Parse(string(text))
		check(err)
		fmt.Println("---")
		check(parsed.Execute(os.Stdout, data))
	}
}
