import Basics

/// The description of a kiosk for Home Assistant: its device-based MQTT discovery, one retained message.
///
/// https://www.home-assistant.io/integrations/mqtt/#device-discovery-payload
struct Discovery {
  /// The first level of the topics.
  let discoveryPrefix: String
  /// The courier's own prefix.
  let prefix: String
  let kiosk: String
  let board: String

  /// The kiosk's ID is a separate level, so that access patterns of brokers can match it. Home Assistant permits no dots in it.
  var topic: String {
    discoveryPrefix + "/device/"
      + String(decoding: kiosk.utf8.map { $0 == UInt8(ascii: ".") ? UInt8(ascii: "_") : $0 }, as: UTF8.self)
      + "/star-slider/config"
  }

  private var identity: String { "star-slider-" + kiosk }

  /// The message.
  var json: [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.object("device") { json in
        json.add("identifiers", [identity])
        json.add("name", kiosk)
        json.add("manufacturer", "star slider")
        if !board.utf8.isEmpty { json.add("model", board) }
        json.add("sw_version", Version.number)
      }
      json.object("origin") { json in
        json.add("name", "star-courier")
        json.add("sw_version", Version.number)
      }
      json.add("qos", 1)
      json.object("components") { json in addComponents(&json) }
    }
    return json.bytes
  }

  private func addComponents(_ json: inout JSONWriter) {
    json.object("status") { json in
      begin("binary_sensor", "status", "Status", &json)
      json.add("device_class", "connectivity")
      json.add("state_topic", topic("status"))
      json.add("value_template", "{{ value_json.status }}")
      json.add("payload_on", "online")
      json.add("payload_off", "offline")
    }
    json.object("backlog") { json in
      sensor("backlog", "Pending answers", "{{ value_json.backlog }}", &json)
      json.add("state_class", "measurement")
    }
    json.object("faults") { json in
      sensor("faults", "Faults", "{{ value_json.faults | join(', ') if value_json.faults else 'none' }}", &json)
    }
    json.object("brightness") { json in
      sensor("brightness", "Brightness", "{{ value_json.brightness_percent }}", &json)
      json.add("unit_of_measurement", "%")
    }
  }

  private func begin(_ platform: StaticString, _ id: String, _ name: StaticString, _ json: inout JSONWriter) {
    json.add("platform", platform)
    json.add("unique_id", identity + "-" + id)
    json.add("name", name)
  }

  private func sensor(
    _ id: String, _ name: StaticString, _ template: StaticString, _ json: inout JSONWriter
  ) {
    begin("sensor", id, name, &json)
    json.add("state_topic", topic("heartbeat"))
    json.add("value_template", template)
    json.add("entity_category", "diagnostic")
    json.add("availability_topic", topic("status"))
    json.add("availability_template", "{{ value_json.status }}")
  }

  private func topic(_ name: String) -> String { prefix + "/" + kiosk + "/" + name }
}
